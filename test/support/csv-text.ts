// Writes CSV as other products do.

export const csvOf = (rows: (string | number | null | undefined)[][], delimiter = ','): string =>
  rows
    .map((cells) =>
      cells
        .map((cell) => String(cell ?? ''))
        .map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(delimiter),
    )
    .join('\r\n')
