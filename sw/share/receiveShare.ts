import { sharedField, sharedPage } from '#domain/contract/sharePath.ts'
import { keepShared } from '#upload-queue/sharedFiles.ts'

/** Receives files from the system's share sheet, also offline, and opens the page that asks for their event. */
export async function receiveShare(request: Request): Promise<Response> {
  try {
    const form = await request.formData()
    const files = form.getAll(sharedField).filter((value) => value instanceof File)
    await keepShared(files, Date.now())
    return Response.redirect(sharedPage, 303)
  } catch {
    // No space, or an interrupted body: nothing is kept, and the page says so.
    return Response.redirect(`${sharedPage}?echec=1`, 303)
  }
}
