import { describe, expect, test } from 'vitest'
import { otherDifferences, type Property, writeProperty } from './property.ts'

type Data = { etag: string; title: string; labels: number[] }

class Outdated extends Error {}

/** A record of a service, which accepts writes over its own version only. */
function createService(record: Data) {
  const sent: unknown[] = []
  let version = Number(record.etag)
  const write = async (change: Partial<Data>, etag: string): Promise<Data> => {
    sent.push(change)
    if (etag !== record.etag) throw new Outdated()
    version += 1
    Object.assign(record, change, { etag: String(version) })
    return { ...record }
  }
  const title: Property<Data, string> = {
    id: 'title',
    label: 'Title',
    read: (data) => data.title,
    apply: (data, value) => ({ ...data, title: value }),
    send: (value, etag) => write({ title: value }, etag),
    show: (value) => value,
  }
  const labels: Property<Data, number[]> = {
    id: 'labels',
    label: 'Labels',
    read: (data) => data.labels,
    apply: (data, value) => ({ ...data, labels: value }),
    send: (value, etag) => write({ labels: value }, etag),
    show: (value) => value.join(' '),
    merge: (base, mine, theirs) => [
      ...theirs.filter((id) => mine.includes(id) || !base.includes(id)),
      ...mine.filter((id) => !base.includes(id) && !theirs.includes(id)),
    ],
  }
  return { title, labels, sent, load: async () => ({ ...record }) }
}

const isOutdated = (error: unknown) => error instanceof Outdated
const SEEN: Data = { etag: '1', title: 'Old', labels: [1, 2] }

const writeTitle = (
  service: ReturnType<typeof createService>,
  value: string,
  seen = SEEN,
  onShow: (data: Data) => void = () => {},
) =>
  writeProperty(service.title, {
    value,
    base: SEEN.title,
    seen,
    load: service.load,
    onShow,
    isOutdated,
  })

describe('a value that is written', () => {
  test('over the version that was seen is shown before the service answers', async () => {
    const service = createService({ ...SEEN })
    const shown: string[] = []
    const written = await writeTitle(service, 'New', SEEN, ({ title, etag }) =>
      shown.push(`${title} ${etag}`),
    )
    expect(shown).toEqual(['New 1'])
    expect(written).toEqual({ data: { etag: '2', title: 'New', labels: [1, 2] } })
  })

  test('is written again over a newer version in which only others changed', async () => {
    const service = createService({ etag: '5', title: 'Old', labels: [9] })
    expect(await writeTitle(service, 'New')).toEqual({
      data: { etag: '6', title: 'New', labels: [9] },
    })
    expect(service.sent).toEqual([{ title: 'New' }, { title: 'New' }])
  })

  test('is not written when somebody else changed the same: the person chooses', async () => {
    const service = createService({ etag: '5', title: 'Theirs', labels: [1, 2] })
    expect(await writeTitle(service, 'Mine')).toEqual({
      mine: 'Mine',
      latest: { etag: '5', title: 'Theirs', labels: [1, 2] },
    })
    expect(service.sent).toEqual([{ title: 'Mine' }])
  })

  test('is not sent when what is shown already differs from where the edit began', async () => {
    const service = createService({ etag: '5', title: 'Theirs', labels: [] })
    const seen = { etag: '5', title: 'Theirs', labels: [] }
    expect(await writeTitle(service, 'Mine', seen)).toEqual({ mine: 'Mine', latest: seen })
    expect(service.sent).toEqual([])
  })

  test('is done when somebody else wrote the same', async () => {
    const service = createService({ etag: '5', title: 'Same', labels: [] })
    expect(await writeTitle(service, 'Same')).toEqual({
      data: { etag: '5', title: 'Same', labels: [] },
    })
    expect(service.sent).toEqual([{ title: 'Same' }])
  })

  test('is merged where both changes can be kept', async () => {
    const service = createService({ etag: '5', title: 'Old', labels: [2, 3] })
    const written = await writeProperty(service.labels, {
      value: [1, 2, 4],
      base: [1, 2],
      seen: SEEN,
      load: service.load,
      onShow: () => {},
      isOutdated,
    })
    expect(written).toEqual({ data: { etag: '6', title: 'Old', labels: [2, 3, 4] } })
  })
})

test('a merged value is merged again with what changed since', async () => {
  const { labels } = createService({ ...SEEN })
  const versions = [
    { etag: '2', title: 'Old', labels: [1, 2, 3] },
    { etag: '3', title: 'Old', labels: [1, 2] },
  ]
  const sent: number[][] = []
  labels.send = async (value, etag) => {
    sent.push(value)
    if (etag !== '3') throw new Outdated()
    return { etag: '4', title: 'Old', labels: value }
  }
  await writeProperty(labels, {
    value: [1, 2, 4],
    base: [1, 2],
    seen: SEEN,
    load: async () => versions.shift() ?? SEEN,
    onShow: () => {},
    isOutdated,
  })
  // Label 3 was added and taken away again by somebody else.
  expect(sent).toEqual([
    [1, 2, 4],
    [1, 2, 3, 4],
    [1, 2, 4],
  ])
})

describe('a failure', () => {
  test('that is not about the version is thrown at once', async () => {
    const service = createService({ ...SEEN })
    let attempts = 0
    service.title.send = () => {
      attempts += 1
      return Promise.reject(new Error('offline'))
    }
    await expect(writeTitle(service, 'New')).rejects.toThrow('offline')
    expect(attempts).toBe(1)
  })

  test('about the version is thrown after five attempts', async () => {
    const service = createService({ ...SEEN })
    let attempts = 0
    service.title.send = () => {
      attempts += 1
      return Promise.reject(new Outdated())
    }
    await expect(writeTitle(service, 'New')).rejects.toThrow(Outdated)
    expect(attempts).toBe(5)
  })
})

test('a conflict names what else others changed', () => {
  const { title, labels } = createService({ ...SEEN })
  const latest = { etag: '5', title: 'Theirs', labels: [3] }
  expect(otherDifferences([title, labels], title, SEEN, latest)).toEqual([
    { label: 'Labels', mine: '1 2', theirs: '3' },
  ])
  expect(otherDifferences([title, labels], labels, SEEN, { ...latest, title: 'Old' })).toEqual([])
})
