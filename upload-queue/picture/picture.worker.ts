import type { PictureReply, PictureRequest } from './pictureMessages.ts'

declare const self: DedicatedWorkerGlobalScope

let lastDraw: Promise<void> = Promise.resolve()

// One after the other: decoding a camera photo takes 50 MB.
self.addEventListener('message', (event: MessageEvent<PictureRequest>) => {
  lastDraw = lastDraw.then(() => draw(event.data))
})

async function draw({ id, photo, width }: PictureRequest): Promise<void> {
  try {
    const bitmap = await createImageBitmap(photo, { resizeWidth: width, resizeQuality: 'medium' })
    const reply: PictureReply = { id, bitmap }
    self.postMessage(reply, [bitmap])
  } catch (error) {
    const reply: PictureReply = { id, error: String(error) }
    self.postMessage(reply)
  }
}
