/** Ends the running task, so that the main thread can handle input and paint before what follows. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
