// Run in its own network namespace (`unshare --net`): `firstVisit.ts '{"bytesPerSecond":…,"roundTripMs":…,"loss":…}'`.
// Prints as JSON when the event of a first visit was visible, and when the app worked offline.
import { openPhone } from '#tests/support/phone.ts'
import { titreEvenement } from '#tests/support/stage.ts'
import { openFarStage } from './farStage.ts'
import type { LineKind } from './namespace.ts'

export interface FirstVisitFigures {
  /** Seconds from the navigation to the heading of the event. */
  readonly shown: number
  /** Seconds from then until the worker was active with all files for the event. */
  readonly active: number
}

const kind = JSON.parse(process.argv[2] ?? '') as LineKind
const { far, stage, stop } = await openFarStage()
const phone = await openPhone()
const { page } = phone
// Any file of the origin, because session storage belongs to it.
await page.goto(`${stage.origin}/icons/eclats.svg`)
const { token, nom, prenom } = stage.karim
await page.evaluate(
  (session) => sessionStorage.setItem('eclats.session', session),
  JSON.stringify({ token, nom, prenom }),
)
await far.become(kind)
const startedAt = performance.now()
await page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`, { timeout: 0, waitUntil: 'commit' })
await page.getByRole('heading', { level: 1, name: titreEvenement }).waitFor({ timeout: 0 })
const shown = secondsSince(startedAt)
const shownAt = performance.now()
await page.evaluate(async () => void (await navigator.serviceWorker.ready))
const figures: FirstVisitFigures = { shown, active: secondsSince(shownAt) }
console.log(JSON.stringify(figures))
await phone.close()
await stop()
process.exit()

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
