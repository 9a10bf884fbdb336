// `npm run coverage`: prints docs/api-coverage.md.
import { coverageDocument } from './document.ts'

console.log(await coverageDocument())
