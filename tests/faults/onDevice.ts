import type { CDPSession, Page } from '@playwright/test'
import type { Askable } from '#tests/support/engineTab.ts'
import type { Stage } from '#tests/support/stage.ts'

export const toUploads = /^(POST|PATCH) \S*\/medias\/uploads/

/** An item as stored on the phone, read from outside the app. */
interface SeenItem {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly confirmedOffset: number
}

/** Contents of the phone's own database; `page` may be any page of the app's origin. */
export function itemsOn(page: Askable): Promise<SeenItem[]> {
  return page.evaluate(
    () =>
      new Promise<SeenItem[]>((resolve, reject) => {
        const opening = indexedDB.open('eclats-envois')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('closed')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const reading = database.transaction('items').objectStore('items').getAll()
          reading.addEventListener('success', () => {
            database.close()
            resolve(reading.result as SeenItem[])
          })
        })
      }),
  )
}

export async function statesOn(page: Askable): Promise<string[]> {
  return (await itemsOn(page)).map(({ state }) => state)
}

/** Number of rows of 1 MiB on the phone. */
export function rowsOn(page: Askable): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('eclats-envois')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('closed')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const counting = database.transaction('rows').objectStore('rows').count()
          counting.addEventListener('success', () => {
            database.close()
            resolve(counting.result)
          })
        })
      }),
  )
}

/** Writes to another database of the origin until the quota refuses even a few bytes. */
export function fillStorage(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('other data')
      opening.addEventListener('upgradeneeded', () =>
        opening.result.createObjectStore('bytes', { autoIncrement: true }),
      )
      opening.addEventListener('error', () => reject(opening.error ?? new Error('closed')))
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const fits = (size: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction('bytes', 'readwrite')
        transaction.addEventListener('complete', () => resolve(true))
        transaction.addEventListener('abort', () => resolve(false))
        // Random: the browser compresses what it stores.
        for (let at = 0; at < size; at += 65_536)
          transaction.objectStore('bytes').add(crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536))))
      })
    for (const size of [1_048_576, 65_536, 4096, 256, 16]) while (await fits(size));
    database.close()
  })
}

/** Confirmed bytes of the current upload on the server. */
export async function offsetOf({ parts }: Stage): Promise<number> {
  const row = await parts.database.selectFrom('upload').select('decalage').executeTakeFirst()
  return row?.decalage ?? 0
}

/** Number of sending requests, whatever the answer. */
export function sendingsOf({ network }: Stage): number {
  return network.requests.filter((line) => toUploads.test(line)).length
}

/** Number of creation requests. */
export function creationsOf({ network }: Stage): number {
  return network.requests.filter((line) => /^POST \S*\/medias\/uploads HTTP/.test(line)).length
}

/** Fires a background sync through the DevTools protocol. */
export async function fireSync(devtools: CDPSession, origin: string, tag: string): Promise<void> {
  const known = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find((one) => one.scopeURL.startsWith(origin))
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await known
  await devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false })
}
