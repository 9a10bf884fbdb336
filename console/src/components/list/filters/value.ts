// The value of a filter with several choices: `1,2`, or `-1,-2` for all but these.

export type Choices = { ids: string[]; isExcluded: boolean }

export function parseChoices(text: string | undefined): Choices {
  const parts = (text ?? '').split(',').filter((part) => part !== '')
  return {
    ids: parts.map((part) => part.replace(/^-/, '')),
    isExcluded: parts.length > 0 && parts.every((part) => part.startsWith('-')),
  }
}

export const formatChoices = ({ ids, isExcluded }: Choices): string =>
  ids.map((id) => (isExcluded ? `-${id}` : id)).join(',')
