/** The lines of a field that has one value in each, without repetitions and empty ones. */
export const toLines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]
