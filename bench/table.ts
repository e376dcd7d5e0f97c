/** One line of a table on the terminal. */
export function row(name: string, ...cells: string[]): string {
  return name.padEnd(22) + cells.map((cell) => cell.padStart(14)).join('')
}

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}
