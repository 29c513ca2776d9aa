import { onTestFinished } from 'vitest'
import { stripePayment } from '#server/payment/stripePayment.ts'
import { unOrganisateur } from './builders.ts'
import { startTestServer } from './serverFixture.ts'
import { startStripePeer } from './stripePeer.ts'

/** A server for one test that sells by its own Stripe peer on loopback, and an organiser without a subscription. */
export async function serverWithStripe() {
  const peer = await startStripePeer()
  onTestFinished(peer.close)
  const server = await startTestServer({ parts: { payment: stripePayment(peer.settings, 'http://eclats.test') } })
  onTestFinished(() => server.stop())
  return { peer, server, claire: await unOrganisateur(server) }
}
