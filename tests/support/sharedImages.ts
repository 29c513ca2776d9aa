import { type ImageService, startImageService } from '#server/images/imageService.ts'

let processes: ImageService | undefined

/** An image service on the processes of all servers of this test worker: starting them takes longer than most tests. */
export function sharedImages(): ImageService {
  const shared = (processes ??= startImageService())
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => undefined)
  return {
    inspect: (task) => Promise.race([shared.inspect(task), closed.promise]),
    makeVariants: (task) => Promise.race([shared.makeVariants(task), closed.promise]),
    processes: shared.processes,
    close: () => Promise.resolve(closed.reject(new Error('the image service of this server is closed'))),
  }
}
