// The process that makes one thumbnail: an image on standard input, a WebP on standard output, or a non-zero exit code.
import sharp from 'sharp'
import type { Limits } from './thumbnail.ts'

const SIDE = 240
const limits: Limits = JSON.parse(process.argv[2] ?? '{}')

// The decoder has its own thread, so these timers run whatever it does, also when the parent has exited.
const die = () => process.kill(process.pid, 'SIGKILL')
setTimeout(die, limits.milliseconds).unref()
setInterval(() => process.memoryUsage.rss() > limits.residentBytes && die(), 10).unref()

sharp.concurrency(1)
sharp.cache(false)
// The library reads many more formats than are needed.
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
// Only the first frame, upright, without the camera's metadata such as the location.
const thumbnail = await sharp(Buffer.concat(chunks), {
  limitInputPixels: limits.inputPixels,
  sequentialRead: true,
})
  .autoOrient()
  .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 80 })
  .toBuffer()
process.stdout.write(thumbnail)
