// A program: a service that waits for its database, where `earshot serve` gives up after two seconds.
import { pino } from 'pino'
import { startService } from '../../src/service.ts'
import { diskStore } from '../../src/store/disk.ts'
import { PATIENTLY } from './patience.ts'

const { DATABASE_URL = '', EARSHOT_DATA = '', EARSHOT_NODES = '1' } = process.env

const service = await startService(
  { connectionString: DATABASE_URL },
  'http://127.0.0.1',
  pino({ level: 'warn' }),
  { ...PATIENTLY, store: diskStore(EARSHOT_DATA), nodes: Number(EARSHOT_NODES) },
)
const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
service.setAddress(address)
// As `earshot serve` does.
console.log(`  Portal ${address}/ \nCtrl-C stops it`)
