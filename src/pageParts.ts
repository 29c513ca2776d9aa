/**
 * Requests the scripts and style sheets of a page that is shown before the app starts. The page names them in a template
 * (scripts/prerender.ts). They are requested once it is painted: until then the line and the processor are for what it
 * shows. Other pages request theirs themselves.
 */
export async function requestParts(): Promise<void> {
  const parts = document.querySelector<HTMLTemplateElement>('template#parts')
  if (parts === null) return
  // The browser paints no hidden page.
  if (!document.hidden) await painted()
  document.head.append(parts.content)
}

/** Waits for the page's first frame, and for the frame with those of its first pictures that have arrived by then. */
async function painted(): Promise<void> {
  await nextFrame()
  const pictures = document.querySelectorAll<HTMLImageElement>('#root img[fetchpriority=high]')
  const arrived = Array.from(pictures).filter(({ complete }) => complete)
  if (arrived.length === 0) return
  await Promise.all(arrived.map((picture) => picture.decode().catch(() => undefined)))
  await nextFrame()
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/**
 * Adds the complete style sheets of a built page, which has only the rules of its first paint in it
 * (scripts/prerender.ts). They apply together: one alone could override a rule of another that is only in the page yet.
 * @returns once they apply
 * @throws when one cannot be loaded: the page that is shown stays, and another call requests all of them again
 */
export async function addPageStyles(): Promise<void> {
  const requests = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]'))
  const sheets = requests.map((asked) => {
    const sheet = asked.cloneNode() as HTMLLinkElement
    // A sheet for print is loaded, but blocks and changes nothing on the screen.
    sheet.media = 'print'
    sheet.rel = 'stylesheet'
    return sheet
  })
  const loaded = sheets.map(
    (sheet) =>
      new Promise<void>((resolve, reject) => {
        sheet.addEventListener('load', () => resolve())
        sheet.addEventListener('error', () => reject(new Error(`not loaded: ${sheet.href}`)))
      }),
  )
  document.head.append(...sheets)
  try {
    await Promise.all(loaded)
  } catch (error) {
    for (const sheet of sheets) sheet.remove()
    throw error
  }
  for (const sheet of sheets) sheet.media = 'all'
  // A second call has nothing to add.
  for (const request of requests) request.remove()
}
