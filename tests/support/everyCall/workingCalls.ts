import { Secret, TOTP } from 'otpauth'
import type { Enrolement } from '#domain/utilisateur/secondFacteur.ts'
import { beginReprise } from '#server/invite/reprise.usecases.ts'
import { desinscriptionJeton } from '#server/notification/desinscription.ts'
import { createJeton } from '#server/utilisateur/jeton.repository.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { beginAjout, proofBy, uneCleAcces } from '#tests/support/clesAcces.ts'
import { fusionLink } from '#tests/support/fusion.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { acteurDe } from '#tests/support/races.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'
import type { Call } from './calls.ts'
import { type Persona, personas, type World } from './world.ts'

const page = 'http://eclats.test/dashboard-organisateur/abonnement'
const hour = 3_600_000

/** Rows of calls that need more than the fixture: secrets, places and a paid plan. */
export async function workingCalls(server: TestServer, world: World): Promise<Record<string, Call>> {
  return {
    ...(await accountCalls(server, world)),
    ...(await evenementCalls(server, world)),
    ...(await abonnementCalls(server, world)),
    ...(await secondFacteurCalls(server, world)),
    ...(await cleAccesCalls(server, world)),
  }
}

/** OP logs in with a second factor; OA is about to. */
async function secondFacteurCalls(server: TestServer, { people: { OP, OA } }: World): Promise<Record<string, Call>> {
  const begin = async ({ token }: PersonneDeTest) => {
    const { secret } = (await server.call('POST', '/auth/second-facteur', { token })).json<Enrolement>()
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now().getTime() })
  }
  const body = { code: await begin(OP) }
  const active = await server.call('POST', '/auth/second-facteur/activation', { token: OP.token, body })
  const [code = ''] = active.json<{ codesSecours: string[] }>().codesSecours
  return {
    'secondFacteur/activate': { body: { code: await begin(OA) }, answers: inactiveBut('OA') },
    'secondFacteur/renewCodes': { answers: inactiveBut('OP') },
    'secondFacteur/remove': { body: { code }, answers: inactiveBut('OP') },
  }
}

const inactiveBut = (one: Persona) => refusedBut(one, [409, 'secondFacteur.inactif'])

function refusedBut(one: Persona, refusal: NonNullable<Call['answer']>): NonNullable<Call['answers']> {
  const others = personas.filter((persona) => persona !== one)
  return Object.fromEntries(others.map((persona) => [persona, refusal]))
}

/** OA has a passkey and is adding another one; the logins of AD require one. */
async function cleAccesCalls(server: TestServer, { people: { OA, AD } }: World): Promise<Record<string, Call>> {
  const path = '/auth/cles-acces'
  const authenticator = await uneCleAcces(server, OA)
  const [cle] = (await server.call('GET', path, { token: OA.token })).json<{ cles: { id: number }[] }>().cles
  const { defi, options } = await beginAjout(server, OA)
  const reponse = new Authenticator(server.parts.publicUrl).create(options)
  await uneCleAcces(server, AD)
  const enforced = await server.call('PUT', `${path}/exigence`, { token: AD.token })
  const [code = ''] = enforced.json<{ codesSecours: string[] }>().codesSecours
  return {
    'cleAcces/add': { body: { defi, reponse }, answers: refusedBut('OA', [400, 'cleAcces.refusee']) },
    'cleAcces/remove': { params: { id: cle?.id ?? 0 }, answers: refusedBut('OA', [404, 'cleAcces.introuvable']) },
    'cleAcces/enforce': { answers: refusedBut('OA', [409, 'cleAcces.absente']) },
    'cleAcces/relax': { body: { code }, answers: refusedBut('AD', [409, 'secondFacteur.inactif']) },
    'cleAcces/login': { body: await proofBy(server, authenticator) },
  }
}

async function accountCalls(server: TestServer, { people: { PE, IN, IR } }: World): Promise<Record<string, Call>> {
  const { parts } = server
  const token = (genre: 'CONFIRMATION' | 'REINITIALISATION' | 'RESTAURATION') =>
    createJeton(parts, { utilisateur: PE, genre, lifeMs: hour })
  const login = await server.call('POST', '/auth/login', {
    body: { email: PE.email, password: motDePasseDeTest, seSouvenir: true },
  })
  const [cookie = ''] = String(login.headers['set-cookie']).split(';')
  const email = { emailConfirmeLe: null, emailEnAttente: `nouvelle-${PE.email}` }
  await parts.database.updateTable('utilisateur').set(email).where('id', '=', PE.id).execute()
  const link = await fusionLink(server, IR, await unUtilisateur(server))
  return {
    'utilisateur/session': { headers: { cookie } },
    'utilisateur/confirmEmail': { body: { token: await token('CONFIRMATION') } },
    'utilisateur/resendConfirmation': {},
    'compte/dropNewEmail': {},
    'compte/resetPassword': { body: { token: await token('REINITIALISATION'), newPassword: 'Nouveau2026!!' } },
    'compte/reprendre': { body: { code: (await beginReprise(parts, acteurDe(IN))).code } },
    'compte/restore': { body: { token: await token('RESTAURATION') } },
    'fusion/read': { body: { token: link } },
    'fusion/confirm': { body: { token: link } },
    'avis/desinscrire': { params: { jeton: desinscriptionJeton(parts.secrets, PE.id) } },
  }
}

async function evenementCalls(server: TestServer, { people, evenement }: World): Promise<Record<string, Call>> {
  const { OP, PA, PU } = people
  const toCome = { createurId: OP.id, statut: 'PLANIFIE', visibilite: 'PUBLIC' } as const
  const [free, joined] = [await unEvenement(server, toCome), await unEvenement(server, toCome)]
  await uneInscription(server, { evenementId: joined.id, utilisateurId: PA.id, statut: 'EN_ATTENTE' })
  const photo = { token: PU.token, evenementId: evenement, bytes: await unePhoto() }
  const media = Number((await depositInOne(server, photo)).headers['x-media-id'])
  await server.call('PATCH', `/frontend/organisateur/medias/${media}/valider`, { token: OP.token })
  await server.parts.medias.jobs.idle()
  return {
    'inscription/register': { params: { id: free.id }, body: {} },
    'inscription/unregister': { params: { id: joined.id } },
    'demandeRetrait/create': { params: { id: media }, body: { motif: 'On me voit de trop près.' } },
  }
}

/** OP has paid; OA is about to. */
async function abonnementCalls(server: TestServer, { people: { OP, OA } }: World): Promise<Record<string, Call>> {
  const post = ({ token }: PersonneDeTest, path: string, body?: object) => server.call('POST', path, { token, body })
  const checkout = async (person: PersonneDeTest) => {
    const body = { successUrl: page, cancelUrl: page, plan: 'BASIC' }
    const answer = await post(person, '/stripe/checkout/create', body)
    return new URL(answer.json<{ checkout_url: string }>().checkout_url)
  }
  const paid = await checkout(OP)
  await server.app.inject({ method: 'POST', url: `${paid.pathname}${paid.search}` })
  const portal = new URL((await post(OP, '/stripe/portal')).json<{ portal_url: string }>().portal_url)
  return {
    'abonnement/change': { body: { plan: 'PREMIUM' } },
    'abonnement/annuler': {},
    'abonnement/portal': { query: `?return_url=${encodeURIComponent(page)}` },
    'abonnement/demonstrationPay': { query: (await checkout(OA)).search },
    'abonnement/demonstrationManage': { query: `${portal.search}&action=ANNULER` },
  }
}
