// The real server in its own process, whose file and database calls a test can make fail.
import { readConfig } from '#server/config.ts'
import { startServer, stopOnSignals } from '#server/start.ts'
import { type FaultPlan, faultReport, setFaultPlan, wrapCalls } from '#tests/support/faultPoints.ts'

await wrapCalls()
const first = process.env['FAULT_PLAN']
if (first) setFaultPlan(JSON.parse(first) as FaultPlan)
process.on('message', ({ plan }: { plan: FaultPlan | null }) => {
  const report = faultReport()
  setFaultPlan(plan)
  process.send?.({ report })
})
const server = await startServer(readConfig(process.env))
stopOnSignals(server)
process.send?.({ address: server.address })
