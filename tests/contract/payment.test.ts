import { describe, expect, onTestFinished, test } from 'vitest'
import { stripePayment } from '#server/payment/stripePayment.ts'
import { type PersonneDeTest, unOrganisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { startStripePeer, stripeMessage, tellWebhook } from '#tests/support/stripePeer.ts'

interface Way {
  readonly server: TestServer
  /** Actions of a person on the payment page, and the resulting messages of the provider. */
  readonly pay: (address: string) => Promise<void>
  /** Sends the pending messages of the provider. */
  readonly settle: () => Promise<void>
  readonly pages: RegExp
  readonly tarif: object
  /** After the organiser has cancelled. */
  readonly cancelled: object
}

async function demonstration(): Promise<Way> {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  return {
    server,
    pay: async (address) => {
      const answer = await server.app.inject({ method: 'POST', url: address.replace('http://eclats.test', '') })
      expect(answer.statusCode).toBe(303)
    },
    settle: () => Promise.resolve(),
    pages: /^http:\/\/eclats\.test\/api\/stripe\/demonstration\/(checkout|portail)\?jeton=/,
    tarif: { centimes: 2900, devise: 'eur', periode: 'MOIS', exemple: true },
    cancelled: { statut: 'ANNULE' },
  }
}

async function stripe(): Promise<Way> {
  const peer = await startStripePeer()
  onTestFinished(peer.close)
  const server = await startTestServer({ parts: { payment: stripePayment(peer.settings, 'http://eclats.test') } })
  onTestFinished(() => server.stop())
  let said = 0
  const settle = async () => {
    for (const { id } of peer.subscriptions.values()) {
      said += 1
      expect((await tellWebhook(server, stripeMessage(`evt_${said}`, id))).statusCode).toBe(200)
    }
  }
  return {
    server,
    pay: (address) => {
      peer.pay(address, server.clock.now())
      return settle()
    },
    settle,
    pages: /^https:\/\/(checkout|billing)\.stripe\.com\//,
    tarif: { centimes: 1500, devise: 'eur', periode: 'MOIS', exemple: false },
    cancelled: { statut: 'ACTIF', renouvele: false },
  }
}

const home = 'http://eclats.test/dashboard-organisateur/abonnement'
const addresses = { successUrl: `${home}/succes`, cancelUrl: home }

function callsOf({ server }: Way, { token }: PersonneDeTest) {
  return {
    abonnement: () => server.call('GET', '/stripe/abonnement', { token }),
    plans: () => server.call('GET', '/stripe/plans', { token }),
    limits: () => server.call('GET', '/stripe/plan/limits', { token }),
    checkout: (plan?: string) =>
      server.call('POST', '/stripe/checkout/create', { token, body: { ...addresses, ...(plan && { plan }) } }),
    portal: () => server.call('POST', `/stripe/portal?return_url=${encodeURIComponent(home)}`, { token }),
    change: (plan: string) => server.call('POST', '/stripe/abonnement/change', { token, body: { plan } }),
    cancel: () => server.call('POST', '/stripe/abonnement/annuler', { token }),
  }
}

describe.each([
  ['the demonstration provider', demonstration],
  ['Stripe', stripe],
])('%s', (_name, open) => {
  test('offers the plans to an organiser without a subscription, and nothing to manage', async () => {
    const way = await open()
    const calls = callsOf(way, await unOrganisateur(way.server))
    expect((await calls.abonnement()).json()).toMatchObject({ code: 'abonnement.absent' })
    expect((await calls.abonnement()).statusCode).toBe(404)
    const plans = (await calls.plans()).json<{ plans_disponibles: object[] }>()
    expect(plans).toMatchObject({ current_plan: 'FREEMIUM', statut_abonnement: null })
    expect(plans.plans_disponibles).toHaveLength(4)
    expect(plans.plans_disponibles[0]).toMatchObject({ plan: 'FREEMIUM', tarif: null, max_evenements_actifs: 1 })
    expect(plans.plans_disponibles[2]).toMatchObject({ plan: 'PREMIUM', tarif: way.tarif, commission_pourcent: 5 })
    expect((await calls.portal()).statusCode).toBe(404)
    expect((await calls.cancel()).statusCode).toBe(404)
  })

  test('activates the plan once it is paid, and no second one beside it', async () => {
    const way = await open()
    const calls = callsOf(way, await unOrganisateur(way.server))
    const answer = (await calls.checkout('PREMIUM')).json<{ checkout_url: string }>()
    expect(answer).toMatchObject({ success: true, message: expect.any(String) })
    expect(answer.checkout_url).toMatch(way.pages)
    expect((await calls.abonnement()).statusCode).toBe(404)
    await way.pay(answer.checkout_url)
    const { abonnement } = (await calls.abonnement()).json<{ abonnement: object[] }>()
    expect(abonnement).toMatchObject([{ plan: 'PREMIUM', statut: 'ACTIF', dateExpiration: '2026-07-20T12:00:00.000Z' }])
    expect((await calls.limits()).json()).toMatchObject({ limits: { plan: 'PREMIUM', max_evenements_actifs: 10 } })
    expect((await calls.checkout('VIP')).json()).toMatchObject({ code: 'abonnement.deja_actif' })
    expect((await calls.portal()).json<{ portal_url: string }>().portal_url).toMatch(way.pages)
  })

  test('changes a running plan without a payment page, and opens one when none is running', async () => {
    const way = await open()
    const claire = await unOrganisateur(way.server)
    const calls = callsOf(way, claire)
    const first = (await calls.change('BASIC')).json<{ success: true; checkout_url: string }>()
    expect(first.checkout_url).toMatch(way.pages)
    await way.pay(first.checkout_url)
    expect((await calls.change('BASIC')).json()).toMatchObject({ code: 'abonnement.plan_actuel' })
    expect((await calls.change('VIP')).json()).toEqual({ success: true, message: expect.any(String) })
    await way.settle()
    expect((await calls.plans()).json()).toMatchObject({ current_plan: 'VIP', statut_abonnement: 'ACTIF' })
    const audit = await way.server.parts.database
      .selectFrom('audit')
      .select(['action', 'acteurId'])
      .where('action', 'in', ['abonnement/annule', 'abonnement/change', 'abonnement/fournisseur', 'abonnement/horloge'])
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { action: 'abonnement/fournisseur', acteurId: null },
      { action: 'abonnement/change', acteurId: claire.id },
      { action: 'abonnement/fournisseur', acteurId: null },
    ])
  })

  test('ends a subscription that its organiser cancels', async () => {
    const way = await open()
    const calls = callsOf(way, await unOrganisateur(way.server))
    await way.pay((await calls.checkout()).json<{ checkout_url: string }>().checkout_url)
    expect((await calls.cancel()).json()).toEqual({ success: true, message: expect.any(String) })
    await way.settle()
    expect((await calls.abonnement()).json()).toMatchObject({ abonnement: [{ plan: 'BASIC', ...way.cancelled }] })
  })

  test('rejects messages with an invalid signature', async () => {
    const way = await open()
    const forged = await tellWebhook(way.server, stripeMessage('evt_1', 'sub_1'), { secret: 'whsec_autre' })
    expect(forged.statusCode).toBe(400)
    expect(forged.json()).toMatchObject({ code: 'abonnement.signature' })
    const bare = await way.server.call('POST', '/stripe/webhook', { body: { id: 'evt_1' } })
    expect(bare.json()).toMatchObject({ code: 'abonnement.signature' })
  })
})
