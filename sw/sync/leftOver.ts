import { typographie } from '#domain/texte/typographie.ts'

declare const self: ServiceWorkerGlobalScope

const tag = 'envois-en-attente'
const envoisPath = '/participant/envois'
const plural = new Intl.PluralRules('fr-FR')

/** Badge on the app's icon, and a notification where the person allowed them: the system will not try again. */
export async function sayWhatIsLeft(count: number): Promise<void> {
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  await badge?.catch(() => {})
  if (count === 0 || Notification.permission !== 'granted') return
  const noun = plural.select(count) === 'one' ? 'photo attend' : 'photos attendent'
  await self.registration.showNotification(typographie(`${count} ${noun} sur ce téléphone`), {
    body: typographie("Ouvrez Éclats pour finir l'envoi. Rien n'est perdu."),
    tag,
  })
}

/** Brings the list of what is left to the front, in a window that is open already if there is one. */
export async function openEnvois(): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' })
  const page = await open?.navigate(envoisPath).catch(() => null)
  if (page) await page.focus()
  else await self.clients.openWindow(envoisPath)
}
