/** Ends the current task, so that the main thread can handle input and paint before continuing. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
