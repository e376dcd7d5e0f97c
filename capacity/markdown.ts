/** One line of a table in a document. */
export function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

export function heading(cells: string[]): string {
  return `${line(cells)}\n|${'---|'.repeat(cells.length)}`
}

/** Three digits are as exact as any figure here is. */
export function whole(value: number): string {
  if (!Number.isFinite(value)) return 'never enough'
  return Number(value.toPrecision(value < 1_000 ? 2 : 3)).toLocaleString('en', {
    maximumFractionDigits: value < 0.1 ? 4 : value < 10 ? 2 : 0,
  })
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

export function size(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${whole(bytes / 1_000 ** step)} ${UNITS[step]}`
}
