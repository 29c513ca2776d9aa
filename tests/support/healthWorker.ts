// Polls the health of a server from a separate thread, because the test's own thread is busy.
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const state = { isOver: false }
let longestMs = 0
parentPort?.once('message', () => (state.isOver = true))
while (!state.isOver) {
  const asked = performance.now()
  const { status } = await fetch(`${String(workerData)}/api/health`)
  if (status !== 200) throw new Error(`health answered ${status}`)
  longestMs = Math.max(longestMs, performance.now() - asked)
  await pause(50)
}
parentPort?.postMessage(longestMs)
