// Asks a server how it is from a thread of its own: the one of the test is busy sending.
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
