import { allEndpoints } from '#domain/contract/endpoints.ts'
import { demandeAlbum } from '#tests/support/album.ts'
import { type Call, callsOf } from '#tests/support/everyCall/calls.ts'
import { requestOf } from '#tests/support/everyCall/request.ts'
import { openWorld, type Persona, type World } from '#tests/support/everyCall/world.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { unDeposant } from '#tests/support/fete.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { sha256Of, unePhotoSignee } from '#tests/support/photos.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

/** All data of one organiser: people, events, media, texts and messages, with one marker. */
export interface Tenant {
  readonly marque: string
  readonly world: World
  readonly calls: Readonly<Record<string, Call>>
  /** Signature for PV to the gallery of the event, valid for some minutes. */
  readonly signature: string
  /** Secret of the link to the last export of a deleted account. */
  readonly exportToken: string
  /** Secret of a download address of the whole album for OP. */
  readonly albumJeton: string
  /** Hashes of all byte forms of the media that are served to a person of this fixture. */
  readonly fingerprints: ReadonlySet<string>
}

export async function openTenant(server: TestServer, marque: string): Promise<Tenant> {
  const world = await openWorld(server, marque)
  await decorate(server, world)
  const exportToken = await eraseSomebody(server, world)
  const { PV } = world.people
  const signed = await server.call('GET', `/evenements/${world.evenement}/signature`, { token: PV.token })
  const { lien } = await demandeAlbum(server, world.people.OP, { evenementId: world.evenement, choix: 'TOUS' })
  return {
    marque,
    world,
    albumJeton: lien.adresse.split('/').at(-1) ?? '',
    calls: callsOf(world),
    exportToken,
    signature: signed.json<{ signature: string }>().signature,
    fingerprints: await fingerprintsOf(server, world),
  }
}

/** @param persona AN has none */
export function tokenOf({ world }: Tenant, persona: Persona): string | null {
  return persona === 'AN' ? null : world.people[persona].token
}

/** Adds what the base fixture lacks: a reason, a reward, a decision with notification. */
async function decorate(server: TestServer, { people, evenement, marque }: World): Promise<void> {
  const { token } = people.OP
  const bytes = await unePhotoSignee(marque)
  const sent = await depositInOne(server, { token: people.PU.token, evenementId: evenement, bytes })
  const rejected = `/frontend/organisateur/medias/${String(sent.headers['x-media-id'])}/rejeter`
  await server.call('PATCH', rejected, { token, body: { raison: `Trop sombre ${marque}` } })
  const reward = { titre: `Bravo ${marque}`, message: `Merci à vous ${marque}` }
  const rewarded = `/organisateur/evenements/${evenement}/participants/${people.PU.id}/recompenser`
  await server.call('POST', rewarded, { token, body: reward })
}

async function eraseSomebody(server: TestServer, { evenement, marque }: World): Promise<string> {
  const email = `parti@${marque}eclats.test`
  const person = await unDeposant(server, { evenementId: evenement, nom: `Parti${marque}`, email })
  await depositInOne(server, { token: person.token, evenementId: evenement, bytes: await unePhotoSignee(marque) })
  await server.call('DELETE', '/frontend/participant/data', { token: person.token })
  const texts = (await mailsTo(server, email)).map(({ texte }) => /\/exports\/([\w-]{43})/.exec(texte)?.[1])
  const token = texts.findLast((text) => text !== undefined)
  if (token === undefined) throw new Error('no link to the last export')
  return token
}

const forms = ['', '?type=thumbnail', '?type=custom&width=200', '?type=custom&width=800', '?type=custom&width=1600']

async function fingerprintsOf(server: TestServer, { people, evenement }: World): Promise<ReadonlySet<string>> {
  await server.parts.medias.jobs.idle()
  const { OP, PU } = people
  const path = `/frontend/organisateur/evenements/${evenement}/medias`
  const medias = (await server.call('GET', path, { token: OP.token })).json<{ id: number }[]>()
  const endpoint = allEndpoints().find(({ name }) => name === 'media/bytes')?.endpoint
  if (!endpoint || medias.length === 0) throw new Error('no media')
  const hashes = new Set<string>()
  for (const { id } of medias) {
    for (const query of forms) {
      for (const { token } of [OP, PU]) {
        const { url, headers } = requestOf(endpoint, { params: { id }, query }, token)
        const { rawPayload, statusCode } = await server.app.inject({ url, headers })
        if (statusCode === 200) hashes.add(sha256Of(rawPayload))
      }
    }
  }
  return hashes
}
