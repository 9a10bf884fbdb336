// The load, in a process of its own: told by message what to ask for, answers with what it saw.
import autocannon from 'autocannon'

process.once('message', async (load: autocannon.Options) => {
  const result = await autocannon(load)
  process.send?.({
    rate: result.requests.total / result.duration,
    failed: result.non2xx + result.errors,
  })
  process.disconnect()
})
