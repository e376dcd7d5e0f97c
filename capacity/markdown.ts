export function tableRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

export function tableHeading(cells: string[]): string {
  return `${tableRow(cells)}\n|${'---|'.repeat(cells.length)}`
}

/** Three digits are as exact as any figure here is. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'never enough'
  return Number(value.toPrecision(value < 1_000 ? 2 : 3)).toLocaleString('en', {
    maximumFractionDigits: value < 0.1 ? 4 : value < 10 ? 2 : 0,
  })
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${formatNumber(bytes / 1_000 ** step)} ${UNITS[step]}`
}
