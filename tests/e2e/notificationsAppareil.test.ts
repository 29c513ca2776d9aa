import { createECDH, randomBytes } from 'node:crypto'
import { expect, test, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { fillLogin } from '#tests/support/journey.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { signIn } from '#tests/support/steps.ts'

const endpoint = 'https://fcm.googleapis.com/fcm/send/telephone-de-karim'
let stage: Stage
let phone: Phone
test.beforeAll(async () => {
  stage = await openStage()
})
test.beforeEach(async () => {
  phone = await openPhone()
  await subscribeHere(phone.context)
})
test.afterEach(() => phone.close())
test.afterAll(() => stage.close())

test('notifies with the app closed once enabled, and no longer after the logout', async () => {
  const { context, page } = phone
  await context.grantPermissions(['notifications'], { origin: stage.origin })
  await signIn(page, stage, stage.karim)
  await page.goto(`${stage.origin}/profil`)
  const device = page.getByRole('status').filter({ hasText: /prévien|prévenu/ })
  await expect(device).toHaveText(/^Soyez prévenu\(e\) des nouvelles de vos événements/)
  await page.getByRole('button', { name: 'Activer', exact: true }).click()
  await expect(device).toHaveText(/^Cet appareil vous prévient/)
  expect(await appareils()).toEqual([{ utilisateurId: stage.karim.id, endpoint }])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Désactiver', exact: true })).toBeVisible()

  const away = await context.newPage()
  await page.close()
  const pushService = await openPushService(await context.newCDPSession(away))
  const corps = 'Média validé : votre photo est dans l’album.'
  const message = { titre: 'Mariage', corps, adresse: '/participant/envois', etiquette: 'evenement-1' }
  await pushService.deliver(message)
  await away.goto(`${stage.origin}/profil`)
  await expect(async () => {
    const shown = await notificationsOn(away)
    // Headless Chromium may drop the first notification of a profile; the next one stays.
    if (shown.length === 0) await pushService.deliver(message)
    expect(shown).toEqual([`Mariage|${typographie(corps)}`])
  }).toPass()
  await pressNotification(context)
  // Without a remembered login, the notification leads through the login.
  await expect(away).toHaveURL(/\/login\?redirect=%2Fparticipant%2Fenvois$/)
  await fillLogin(away, stage.karim.email)
  await away.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(away).toHaveURL(`${stage.origin}/participant/envois`)

  // Now a click opens the page within the app that is open.
  await away.goto(`${stage.origin}/profil`)
  await expect(away.getByRole('main').getByRole('button', { name: 'Déconnexion' })).toBeVisible()
  await away.evaluate(() => Object.assign(window, { notReloaded: true }))
  await pushService.deliver(message)
  await expect.poll(() => notificationsOn(away)).toHaveLength(1)
  await pressNotification(context)
  await expect(away).toHaveURL(`${stage.origin}/participant/envois`)
  expect(await away.evaluate(() => 'notReloaded' in window)).toBe(true)

  await away.goto(`${stage.origin}/profil`)
  await away.getByRole('main').getByRole('button', { name: 'Déconnexion' }).click()
  await expect(away.getByRole('link', { name: 'Se connecter' }).first()).toBeVisible()
  await expect.poll(() => away.evaluate(() => localStorage.getItem('eclats.push'))).toBeNull()
  await expect.poll(() => away.evaluate(() => localStorage.getItem('test.abonne'))).toBeNull()
})

test('leads away from the desk without loading the page, and keeps the reason that was being typed', async () => {
  const { context, page } = phone
  await context.grantPermissions(['notifications'], { origin: stage.origin })
  await deposer(stage, stage.lea, 1)
  await signIn(page, stage, stage.claire)
  await page.goto(`${stage.origin}/organisateur/evenements/${stage.evenementId}/medias`)
  await expect(page.getByText('1 média à voir')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  const reason = page.getByRole('dialog', { name: 'Autre raison' }).getByLabel('Raison')
  const typeReason = async () => {
    await page.keyboard.press('r')
    await page.keyboard.press('9')
    await expect(reason).toBeFocused()
  }
  await typeReason()
  await reason.fill('Les visages sont coupés')
  const pushService = await openPushService(await context.newCDPSession(page))
  const message = {
    titre: 'Mariage',
    corps: 'Karim s’est inscrit.',
    adresse: '/notifications',
    etiquette: 'evenement-2',
  }
  await expect(async () => {
    if ((await notificationsOn(page)).length === 0) await pushService.deliver(message)
    expect(await notificationsOn(page)).toHaveLength(1)
  }).toPass()
  await pressNotification(context)
  await expect(page).toHaveURL(`${stage.origin}/notifications`)
  // Until the page has replaced the desk, the dialog is still open.
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
  await page.goBack()
  await expect(page.getByText('1 média à voir')).toBeVisible()
  await typeReason()
  await expect(reason).toHaveValue('Les visages sont coupés')
})

test('shows where to allow notifications when the browser refuses', async () => {
  const { context, page } = phone
  await signIn(page, stage, stage.lea)
  const devtools = await context.newCDPSession(page)
  const refused = { permission: { name: 'notifications' }, setting: 'denied', origin: stage.origin } as const
  await devtools.send('Browser.setPermission', refused)
  await page.goto(`${stage.origin}/profil`)
  await expect(page.getByText('Ce navigateur les refuse. Autorisez-les pour ce site dans ses réglages.')).toBeVisible()
})

/** The browser's push service is unreachable in tests: simulates its answer. */
async function subscribeHere(context: BrowserContext): Promise<void> {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const subscription = { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
  await context.addInitScript((known) => {
    const answer = () => ({
      ...known,
      toJSON: () => known,
      unsubscribe: async () => {
        localStorage.removeItem('test.abonne')
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem('test.abonne', '1')
        return answer()
      },
      getSubscription: async () => (localStorage.getItem('test.abonne') === null ? null : answer()),
    })
  }, subscription)
}

function appareils() {
  return stage.parts.database.selectFrom('abonnementPush').select(['utilisateurId', 'endpoint']).execute()
}

/** Delivers a push message through the DevTools protocol. */
async function openPushService(devtools: CDPSession) {
  const known = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find((one) => one.scopeURL.startsWith(stage.origin))
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await known
  return {
    deliver: (message: Record<string, string>) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: stage.origin,
        registrationId,
        data: JSON.stringify(message),
      }),
  }
}

function notificationsOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((ready) => ({
      getNotifications: () => ready.getNotifications(),
    }))
    return (await getNotifications()).map(({ title, body }) => `${title}|${body}`)
  })
}

/** Simulates a tap on the first notification in the worker. */
async function pressNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no worker')
  await worker.evaluate(`(async () => {
    const [notification] = await registration.getNotifications()
    if (notification) dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })()`)
}
