import { currentSession } from './session.ts'

const prefix = 'eclats.brouillon'

/**
 * Unsent form input of the signed-in person. It stays in this tab, even after the session expires; other people who
 * sign in here do not see it.
 * @param form name of the form, with the id of the object it edits
 */
export function readDraft(form: string): unknown {
  const key = keyOf(form)
  try {
    return key === null ? null : JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a draft; null deletes it. Storage errors are ignored. */
export function writeDraft(form: string, draft: unknown): void {
  const key = keyOf(form)
  if (key === null) return
  try {
    if (draft === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The form still has the input.
  }
}

export function wipeDrafts(utilisateurId: number): void {
  const own = Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}.${utilisateurId}.`))
  for (const key of own) sessionStorage.removeItem(key)
}

function keyOf(form: string): string | null {
  const id = currentSession()?.utilisateur.id
  return id === undefined ? null : `${prefix}.${id}.${form}`
}
