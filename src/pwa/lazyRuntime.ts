type Commands<Name extends PropertyKey> = Readonly<Record<Name, (input: never) => unknown>>

/**
 * The commands of a runtime whose chunk loads with the first call, after the first paint. A call rejects if the chunk
 * fails to load (offline, new deployment); the next call retries.
 */
export function lazyRuntime<Runtime extends Commands<keyof Runtime>>(load: () => Promise<Runtime>) {
  let loading: Promise<Runtime> | undefined
  const loaded = () => {
    loading ??= load()
    loading.catch(() => (loading = undefined))
    return loading
  }
  const commands = new Proxy({} as Runtime, {
    get: (_, name) => async (input: never) => (await loaded())[name as keyof Runtime](input),
  })
  return { commands, isRequested: () => loading !== undefined }
}
