export type Cell = string | number | boolean | null | undefined

export const csvOf = (rows: Cell[][], delimiter = ','): string =>
  rows
    .map((cells) =>
      cells
        .map((cell) => String(cell ?? ''))
        .map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(delimiter),
    )
    .join('\r\n')
