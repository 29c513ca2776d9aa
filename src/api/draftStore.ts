import { currentSession } from './session.ts'
import { readJson, writeJson } from '#src/ui/storedJson.ts'
import { visitorDraftKey } from './sessionStore.ts'

const prefix = 'eclats.brouillon'

/**
 * Unsent form input of the signed-in person. It stays in this tab, even after the session expires; other people who
 * sign in here do not see it.
 * @param form name of the form, with the id of the object it edits
 */
export function readDraft(form: string): unknown {
  const key = keyOf(form)
  return key === null ? null : readJson('sessionStorage', key)
}

/** Stores a draft; null deletes it. Storage errors are ignored. */
export function writeDraft(form: string, draft: unknown): void {
  const key = keyOf(form)
  if (key !== null) writeJson('sessionStorage', key, draft)
}

/** Unsent form input of a visitor without a session. It stays in this tab until a person signs in here. */
export function readVisitorDraft(form: string): unknown {
  const kept = readJson('sessionStorage', visitorDraftKey) as { form?: unknown; draft?: unknown } | null
  return kept?.form === form ? kept.draft : null
}

/** Stores the draft in place of that of any other form; null deletes it. Storage errors are ignored. */
export function writeVisitorDraft(form: string, draft: unknown): void {
  writeJson('sessionStorage', visitorDraftKey, draft === null ? null : { form, draft })
}

/** Deletes a person's drafts in this tab. */
export function wipeDrafts(utilisateurId: number): void {
  const own = Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}.${utilisateurId}.`))
  for (const key of own) sessionStorage.removeItem(key)
}

function keyOf(form: string): string | null {
  const id = currentSession()?.utilisateur.id
  return id === undefined ? null : `${prefix}.${id}.${form}`
}
