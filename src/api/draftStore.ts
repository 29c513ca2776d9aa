import { currentSession } from './session.ts'

const prefix = 'eclats.brouillon'

/**
 * What the signed-in person has typed into a form and not sent. It stays in this tab, also when the session ends by
 * itself; nobody else who signs in here is shown it.
 * @param form name of the form, with the id of what it changes
 */
export function readDraft(form: string): unknown {
  const key = keyOf(form)
  try {
    return key === null ? null : JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a draft, or forgets it with null. A full or forbidden storage keeps none. */
export function writeDraft(form: string, draft: unknown): void {
  const key = keyOf(form)
  if (key === null) return
  try {
    if (draft === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The form itself still holds it.
  }
}

/** Forgets every draft of a person in this tab. */
export function wipeDrafts(utilisateurId: number): void {
  const own = Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}.${utilisateurId}.`))
  for (const key of own) sessionStorage.removeItem(key)
}

function keyOf(form: string): string | null {
  const id = currentSession()?.utilisateur.id
  return id === undefined ? null : `${prefix}.${id}.${form}`
}
