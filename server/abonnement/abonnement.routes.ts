import { Transform } from 'node:stream'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { abonnementEndpoints } from '#domain/abonnement/abonnement.endpoints.ts'
import { nowIso } from '../clock.ts'
import { Problem } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import { PaymentForgery } from '../payment/payment.ts'
import {
  type AbonnementDeps,
  cancelAbonnement,
  changePlan,
  createCheckout,
  listPlans,
  openPortal,
  orProblem,
  readAbonnement,
} from './abonnement.usecases.ts'
import { planLimitsOf } from './limites.ts'
import { applyNotice } from './paymentNotice.ts'

const bodies = new WeakMap<FastifyRequest, Buffer[]>()
/** Keeps the raw bytes of a body in addition to parsing it, for signature checks. */
const keepRawBody: preParsingHookHandler = (request, _reply, payload, done) => {
  const chunks: Buffer[] = []
  bodies.set(request, chunks)
  const copy = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      chunks.push(chunk)
      next(null, chunk)
    },
  })
  payload.once('error', (error) => copy.destroy(error))
  done(null, payload.pipe(copy))
}

const success = true as const

export function registerAbonnement(serve: Serve, deps: AbonnementDeps): void {
  serve(abonnementEndpoints.read, ({ acteur }) => readAbonnement(deps, acteur))
  serve(abonnementEndpoints.plans, ({ acteur }) => listPlans(deps, acteur))
  serve(abonnementEndpoints.limits, async ({ acteur }) => ({
    limits: await planLimitsOf(deps.database, acteur.id, nowIso(deps.clock)),
  }))
  serve(abonnementEndpoints.checkout, async ({ acteur, input }) => ({
    success,
    checkout_url: await createCheckout(deps, { acteur, ...input.body }),
    message: 'Page de paiement prête.',
  }))
  serve(abonnementEndpoints.portal, async ({ acteur, input }) => ({
    success,
    portal_url: await openPortal(deps, { acteur, returnUrl: input.query.return_url }),
  }))
  serve(abonnementEndpoints.change, async ({ acteur, input }) => {
    const address = await changePlan(deps, { acteur, plan: input.body.plan })
    return address === null
      ? { success, message: 'Changement de plan enregistré.' }
      : { success, checkout_url: address }
  })
  serve(abonnementEndpoints.annuler, async ({ acteur }) => {
    await cancelAbonnement(deps, acteur)
    return { success, message: "L'annulation de votre abonnement est enregistrée." }
  })
  const raw = { preParsing: keepRawBody }
  serve(
    abonnementEndpoints.webhook,
    async ({ request }) => {
      const notice = readNotice(deps, rawBodyOf(request), request.headers['stripe-signature'])
      if (notice) await orProblem('serveur.indisponible', () => applyNotice(deps, notice))
      return { received: success }
    },
    raw,
  )
}

function readNotice({ payment, clock }: AbonnementDeps, body: Buffer, signature: unknown) {
  try {
    return payment.readNotice(body, typeof signature === 'string' ? signature : '', clock.now())
  } catch (error) {
    if (error instanceof PaymentForgery) throw new Problem('abonnement.signature')
    throw error
  }
}

/** The raw body; empty when {@link keepRawBody} did not run. */
function rawBodyOf(request: FastifyRequest): Buffer {
  return Buffer.concat(bodies.get(request) ?? [])
}
