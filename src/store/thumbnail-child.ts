// The process that makes one thumbnail: a picture on its input, a WebP on its output, or an exit code that is not 0.
import sharp from 'sharp'
import type { Limits } from './thumbnail.ts'

const SIDE = 240
const limits: Limits = JSON.parse(process.argv[2] ?? '{}')

// The decoder works in a thread of its own, so these run whatever it does; also when nobody waits for us any more.
const die = () => process.kill(process.pid, 'SIGKILL')
setTimeout(die, limits.milliseconds).unref()
setInterval(() => process.memoryUsage.rss() > limits.residentBytes && die(), 10).unref()

sharp.concurrency(1)
sharp.cache(false)
// Of the many formats that the library reads, the few that we want.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif', 'Tiff'].map(
    (format) => `VipsForeignLoad${format}`,
  ),
})

const chunks: Buffer[] = []
let length = 0
for await (const chunk of process.stdin) {
  chunks.push(chunk)
  length += chunk.length
  if (length > limits.inputBytes) die()
}
// The first frame only, upright, without what the camera wrote about place and time.
const thumbnail = await sharp(Buffer.concat(chunks), {
  limitInputPixels: limits.inputPixels,
  sequentialRead: true,
})
  .autoOrient()
  .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 80 })
  .toBuffer()
process.stdout.write(thumbnail)
