import { expect, type Page, test } from '@playwright/test'
import { nowIso } from '#server/clock.ts'
import {
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  uneInvitation,
  unMedia,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { enter, onPhone, onTablet, plain, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { type Stage } from '#tests/support/stage.ts'
import { watchLayoutShift } from '#tests/support/layoutShift.ts'

// A first visit: no answer is kept on the device. Each test visits pages whose boxes arrive one after the other.
test.use({ ...plain, ...onPhone })
const scene = stageOfFile()
/** Below the score of half a screen that moves by 5 pixels. */
const still = 0.003

/** Pages of `person`, with a text that arrives late. */
const pages: readonly {
  what: string
  person: 'karim' | 'claire'
  /** `:empty` is an event without link and media, `:linked` one without waiting media. */
  to: string
  last: string | RegExp
  /** A main action in the bottom bar of a phone moves the bar's entries once. */
  only?: 'tablet'
}[] = [
  { what: "a participant's profile", person: 'karim', to: '/profil', last: 'Révoquer mon consentement' },
  { what: "an organiser's profile", person: 'claire', to: '/profil', last: 'participants inscrits' },
  {
    what: 'the rewards given',
    person: 'claire',
    to: '/organizer/recompenses?evenement=:linked',
    last: 'Récompenses données',
  },
  { what: 'an event without a link', person: 'claire', to: '/organizer/evenements/:empty', last: /^Visibilité/ },
  { what: 'an event with a link', person: 'claire', to: '/organizer/evenements/:linked', last: /^Visibilité/ },
  {
    what: 'an event with waiting media',
    person: 'claire',
    to: '/organizer/evenements/:waiting',
    last: /^Visibilité/,
    only: 'tablet',
  },
  {
    what: 'the invitations',
    person: 'claire',
    to: '/organizer/evenements/:linked/invitations',
    last: 'Aucune invitation pour le moment.',
  },
  { what: 'the bin', person: 'claire', to: '/organizer/evenements/:linked/corbeille', last: 'Vider la corbeille' },
  { what: 'the desk', person: 'claire', to: '/organisateur/evenements/:waiting/medias', last: /^6.médias à voir/ },
  { what: "an organiser's dashboard", person: 'claire', to: '/organizer', last: 'Dépôts par heure', only: 'tablet' },
  { what: 'the plans', person: 'claire', to: '/dashboard-organisateur/abonnement', last: 'Les plans' },
  {
    what: 'the confirmed payment',
    person: 'claire',
    to: '/dashboard-organisateur/abonnement/succes',
    last: /c'est à vous/,
  },
]

test('does not move the events of a participant when their invitations arrive', async ({ page }) => {
  const stage = scene()
  const { claire, karim } = stage
  for (const titre of ['Fête de quartier', 'Concert du lycée']) {
    const { id } = await unEvenement(stage, { createurId: claire.id, titre, statut: 'PLANIFIE' })
    await uneInscription(stage, { evenementId: id, utilisateurId: karim.id })
  }
  const { id } = await unEvenement(stage, { createurId: claire.id, titre: 'Pique-nique', statut: 'PLANIFIE' })
  await uneInvitation(stage, { evenementId: id, invite: karim })
  const found = await movements(page, stage, {
    person: karim,
    to: '/participant/evenements',
    last: () => page.getByRole('heading', { name: 'Mes événements' }),
  })
  found.push(
    ...(await movements(page, stage, {
      person: karim,
      to: '/participant',
      last: () => page.getByRole('link', { name: 'Tous mes événements' }),
    })),
  )
  expect(found).toEqual([])
})

for (const [device, screen] of Object.entries({ phone: onPhone, tablet: onTablet }))
  test(`does not move an organiser's events on a ${device} when the plan and its end arrive`, async ({ page }) => {
    await page.setViewportSize(screen.viewport)
    const stage = scene()
    await stage.parts.database
      .updateTable('abonnement')
      .set({ dateExpiration: '2027-12-12T12:00:00.000Z', renouvele: 0 })
      .where('utilisateurId', '=', stage.claire.id)
      .execute()
    const found = await movements(page, stage, {
      person: stage.claire,
      to: '/organizer/evenements',
      last: () => page.getByText('le plan Freemium suivra'),
    })
    expect(found).toEqual([])
  })

test('does not move the list of notifications when they arrive', async ({ page }) => {
  const stage = scene()
  const { database, clock } = stage.parts
  const row = {
    type: 'EVENEMENT' as const,
    message: 'Une nouvelle',
    evenementId: stage.evenementId,
    lu: 0 as const,
    utilisateurId: stage.lea.id,
    dateCreation: nowIso(clock),
    courrielLe: nowIso(clock),
    nommeId: null,
  }
  await database
    .insertInto('notification')
    .values(['Première', 'Deuxième', 'Troisième'].map((titre) => Object.assign({ titre }, row)))
    .execute()
  const found = await movements(page, stage, {
    person: stage.lea,
    to: '/notifications',
    last: () => page.getByRole('button', { name: 'Tout marquer comme lu' }),
  })
  expect(found).toEqual([])
})

test.describe('with pages whose parts arrive one after the other', () => {
  const ids = { empty: 0, linked: 0, waiting: 0 }
  test.beforeAll(async () => {
    const stage = scene()
    const createurId = stage.claire.id
    ids.empty = (await unEvenement(stage, { createurId, titre: 'Fête sans lien' })).id
    ids.linked = (await unEvenement(stage, { createurId, titre: 'Fête des voisins' })).id
    ids.waiting = (await unEvenement(stage, { createurId, titre: 'Bal', capaciteMax: 30 })).id
    for (const evenementId of [ids.linked, ids.waiting]) await unLien(stage, { evenementId })
    for (const prenom of ['Ana', 'Bilal', 'Chloé', 'Dina', 'Élie', 'Farid']) {
      const guest = await unUtilisateur(stage, { prenom })
      for (const evenementId of [ids.linked, ids.waiting]) {
        await uneInscription(stage, { evenementId, utilisateurId: guest.id })
        await unMedia(stage, { evenementId, auteurId: guest.id, statut: 'VALIDE' })
      }
      await unMedia(stage, { evenementId: ids.waiting, auteurId: guest.id })
    }
    const { id } = await unMedia(stage, { evenementId: ids.linked, auteurId: stage.lea.id, statut: 'SUPPRIME' })
    const { database } = stage.parts
    const bin = { statutAvant: 'VALIDE', corbeilleLe: nowIso(stage.parts.clock) } as const
    await database.updateTable('media').set(bin).where('id', '=', id).execute()
    // How long they wait is one more line.
    const early = { dateDepot: '2026-06-01T12:00:00.000Z' }
    await database.updateTable('media').set(early).where('evenementId', '=', ids.waiting).execute()
  })

  for (const { what, person, to, last, only } of pages)
    for (const [device, screen] of Object.entries({ phone: onPhone, tablet: onTablet })) {
      if (only !== undefined && only !== device) continue
      test(`does not move ${what} on a ${device}`, async ({ page }) => {
        await page.setViewportSize(screen.viewport)
        const found = await movements(page, scene(), {
          person: scene()[person],
          to: to.replace(/:(\w+)/, (_, name: keyof typeof ids) => String(ids[name])),
          last: () => page.getByText(last).filter({ visible: true }).first(),
        })
        expect(found).toEqual([])
      })
    }
})

interface Visit {
  readonly person: PersonneDeTest
  readonly to: string
  /** What arrives last. */
  readonly last: () => ReturnType<Page['locator']>
}

async function movements(page: Page, stage: Stage, { person, to, last }: Visit): Promise<string[]> {
  const moved = await watchLayoutShift(page)
  await enter(page, stage, { person, to })
  await expect(last()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  return moved(to, still)
}
