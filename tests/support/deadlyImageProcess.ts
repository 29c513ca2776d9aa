// Replaces the image process so that a test decides which file kills it: `deadly` always, `once` the first time.
import { existsSync, writeFileSync } from 'node:fs'
import type { ImageReply, ImageTask } from '#server/images/imageTask.ts'

process.on('message', ({ path }: ImageTask) => {
  const isFirst = !existsSync(`${path}.seen`)
  if (isFirst) writeFileSync(`${path}.seen`, '')
  if (path.endsWith('deadly') || (path.endsWith('once') && isFirst)) process.kill(process.pid, 'SIGKILL')
  const reply: ImageReply = { kind: 'reply', result: { largeur: 320, hauteur: 240, patches: [] } }
  process.send?.(reply)
})
process.send?.({ kind: 'ready' })
