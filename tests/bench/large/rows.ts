import type { Insertable } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import {
  type Block,
  dayFrom,
  evenementId,
  inscriptionsEach,
  measured,
  membreId,
  organisateurId,
  participantId,
} from './block.ts'
import { evenement, media, mediaId, mediaOf } from './evenementRows.ts'

type Table = keyof Schema
/** The n-th row of a table in a block. All rows of a table have the same columns. */
type RowOf<T extends Table> = (block: Block, n: number) => Insertable<Schema[T]>

interface TableRows<T extends Table> {
  count(block: Block): number
  readonly row: RowOf<T>
}

/** All tables that grow with the host, except the audit, in an order that keeps references. */
export const tables: { readonly [T in Table]?: TableRows<T> } = {
  utilisateur: of(people, (block, n) => ({
    id: organisateurId(block, n),
    // One in ten is a guest, without an address.
    email: isGuest(block, n) ? null : `personne${organisateurId(block, n)}@eclats.test`,
    emailConfirmeLe: dayFrom(block, -800),
    emailEnAttente: null,
    motDePasse: 'none',
    nom: `Martin${n % 977}`,
    prenom: `Lea${n % 499}`,
    role: roleOf(block, n),
    statutActif: 1,
    dateCreation: dayFrom(block, -800),
    derniereActivite: dayFrom(block, -(n % 200)),
    archiveLe: null,
    effaceLe: null,
    cleExigeeLe: null,
    invite: isGuest(block, n) ? 1 : 0,
  })),
  consentement: of(people, (block, n) => ({
    utilisateurId: organisateurId(block, n),
    consentementDonne: 1,
    versionRGPD: '1.0',
    texteHash: 'test',
    origine: 'test',
    dateConsentement: dayFrom(block, -300 + (n % 200)),
    dateExpiration: dayFrom(block, 65 + (n % 200)),
    statut: 'ACTIF',
    revoqueLe: null,
  })),
  session: of(people, (block, n) => ({
    jti: `session-${organisateurId(block, n)}`,
    utilisateurId: organisateurId(block, n),
    famille: `appareil-${organisateurId(block, n)}`,
    connecteLe: dayFrom(block, -3),
    creeLe: dayFrom(block, -3),
    expire: dayFrom(block, -3 + (n % 30)),
    finLe: null,
  })),
  appareil: of(people, (block, n) => ({
    id: `appareil-${organisateurId(block, n)}`,
    utilisateurId: organisateurId(block, n),
    nom: 'Chrome sur Android',
    connecteLe: dayFrom(block, -3),
    utiliseLe: dayFrom(block, -3),
    expire: dayFrom(block, -3 + (n % 30)),
  })),
  refreshToken: of(people, (block, n) => ({
    hash: `refresh-${organisateurId(block, n)}`,
    famille: `appareil-${organisateurId(block, n)}`,
    utilisateurId: organisateurId(block, n),
    creeLe: dayFrom(block, -3),
    expire: dayFrom(block, -3 + (n % 30)),
    connecteLe: dayFrom(block, -3),
    utiliseLe: null,
    revoqueLe: null,
  })),
  jeton: of(tenthOfPeople, (block, n) => ({
    hash: `jeton-${organisateurId(block, n)}`,
    genre: 'REINITIALISATION',
    utilisateurId: organisateurId(block, n),
    email: `personne${organisateurId(block, n)}@eclats.test`,
    creeLe: dayFrom(block, -2),
    expire: dayFrom(block, -1),
    utiliseLe: null,
  })),
  tentative: of(people, (block, n) => ({
    cle: `album:${organisateurId(block, n)}`,
    instant: dayFrom(block, -(n % 100) / 100),
    origine: null,
  })),
  cleAcces: of(tenthOfPeople, (block, n) => ({
    utilisateurId: organisateurId(block, n),
    credentialId: `cle-${organisateurId(block, n)}`,
    clePublique: 'none',
    compteur: 0,
    transports: 'internal',
    nom: 'Chrome sur Android',
    creeLe: dayFrom(block, -20),
    utiliseLe: null,
  })),
  codeSecours: of(people, (block, n) => ({
    utilisateurId: organisateurId(block, Math.floor(n / 10)),
    hash: `code-${organisateurId(block, n)}`,
    utiliseLe: null,
  })),
  abonnement: of(
    ({ size }) => size.organisateurs,
    (block, n) => ({
      utilisateurId: organisateurId(block, n),
      plan: 'VIP',
      statut: 'ACTIF',
      dateDebut: dayFrom(block, -300),
      dateExpiration: dayFrom(block, 10 + (n % 300)),
      fournisseur: 'test',
      reference: null,
      client: null,
    }),
  ),
  evenement: of(({ size }) => size.evenements, evenement),
  lienEvenement: of(
    ({ size }) => size.evenements,
    (block, n) => ({
      evenementId: evenementId(block, n),
      code: `lien-${evenementId(block, n)}`,
      codeCourt: `L${evenementId(block, n)}`,
      entree: 'DIRECTE',
      creeLe: dayFrom(block, -10),
      revoqueLe: null,
    }),
  ),
  inscription: of(
    (block) => inscriptionsEach(block) * block.size.evenements,
    (block, n) => {
      const place = Math.floor(n / inscriptionsEach(block))
      return {
        evenementId: evenementId(block, place),
        utilisateurId: membreId(block, place, n),
        statutInscription: n % 10 === 9 ? 'EN_ATTENTE' : 'VALIDE',
        typeParticipation: 'SUR_PLACE',
        dateInscription: dayFrom(block, -9),
        decideLe: null,
      }
    },
  ),
  invitation: of(
    ({ size }) => size.evenements * 3,
    (block, n) => ({
      evenementId: evenementId(block, Math.floor(n / 3)),
      email: `invite${block.before.evenements * 3 + n}@eclats.test`,
      utilisateurId: participantId(block, n * 7),
      tokenHash: `invitation-${block.before.evenements * 3 + n}`,
      statut: n % 3 === 0 ? 'EN_ATTENTE' : 'ACCEPTEE',
      dateEnvoi: dayFrom(block, -9),
      reponduLe: null,
      revoqueLe: null,
    }),
  ),
  media: of(({ size }) => size.medias, media),
  upload: of(
    ({ size }) => size.medias,
    (block, n) => ({
      id: `envoi-${mediaId(block, n)}`,
      clientUploadId: `client-${mediaId(block, n)}`,
      utilisateurId: mediaOf(block, n).auteurId,
      evenementId: evenementId(block, mediaOf(block, n).place),
      taille: 4_000_000,
      decalage: 4_000_000,
      etat: 'FAIT',
      fichierTemporaire: `large-${mediaId(block, n)}`,
      nom: 'photo.jpg',
      mime: 'image/jpeg',
      datePrise: null,
      sha256: null,
      sourceSha256: null,
      mediaId: mediaId(block, n),
      creeLe: dayFrom(block, -8),
      toucheLe: dayFrom(block, -8),
      erreurCode: null,
    }),
  ),
  uploadGrant: of(people, (block, n) => ({
    tokenHash: `grant-${organisateurId(block, n)}`,
    utilisateurId: organisateurId(block, n),
    evenementId: evenementId(block, n % block.size.evenements),
    portee: 'upload',
    sessionId: `session-${organisateurId(block, n)}`,
    creeLe: dayFrom(block, -2),
    expire: dayFrom(block, 1),
    revoqueLe: null,
  })),
  albumRecu: of(
    ({ size }) => size.evenements,
    (block, n) => ({
      utilisateurId: membreId(block, n, 0),
      evenementId: evenementId(block, n),
      choix: 'VALIDES',
      medias: '1 2 3',
      depuis: dayFrom(block, -5),
    }),
  ),
  albumLien: of(tenthOfPeople, (block, n) => ({
    tokenHash: `album-${organisateurId(block, n)}`,
    utilisateurId: organisateurId(block, n),
    evenementId: evenementId(block, n % block.size.evenements),
    sessionId: `session-${organisateurId(block, n)}`,
    choix: 'VALIDES',
    medias: '1 2 3',
    empreinte: 'none',
    recu: 0,
    creeLe: dayFrom(block, 0),
    expire: dayFrom(block, 0.25),
  })),
  demandeRetrait: of(
    ({ size }) => Math.floor(size.medias / 200),
    (block, n) => ({
      mediaId: mediaId(block, n * 200),
      demandeurId: participantId(block, n),
      motif: 'Je ne veux pas y figurer',
      statut: n % 10 === 0 ? 'EN_ATTENTE' : 'ACCEPTEE',
      creeLe: dayFrom(block, -4),
      decideLe: null,
    }),
  ),
  notification: of(
    ({ size }) => size.notifications,
    (block, n) => {
      const days = -Math.floor(block.random() * 400)
      return {
        utilisateurId: organisateurId(block, n % people(block)),
        type: 'EVENEMENT',
        titre: 'Votre média est validé',
        message: "Votre média est visible dans l'album.",
        evenementId: evenementId(block, n % block.size.evenements),
        lu: block.random() < 0.6 ? 1 : 0,
        dateCreation: dayFrom(block, days),
        courrielLe: dayFrom(block, days),
        pushLe: block.random() < 0.3 ? dayFrom(block, days) : null,
        nommeId: null,
        courrielId: null,
        mediaId: n % 4 === 0 ? mediaId(block, n % block.size.medias) : null,
      }
    },
  ),
  courriel: of(people, (block, n) => ({
    destinataire: `personne${organisateurId(block, n)}@eclats.test`,
    utilisateurId: organisateurId(block, n),
    nommeId: null,
    sujet: 'Des nouvelles',
    texte: 'Votre média est visible.',
    desinscription: null,
    creeLe: dayFrom(block, -(n % 29)),
    envoyeLe: dayFrom(block, -(n % 29)),
    erreur: null,
    abandonneLe: null,
  })),
  abonnementPush: of(
    (block) => Math.floor(people(block) / 3),
    (block, n) => ({
      utilisateurId: organisateurId(block, n * 3),
      endpoint: `https://push.test/${organisateurId(block, n * 3)}`,
      p256dh: 'A',
      auth: 'A',
      creeLe: dayFrom(block, -100),
      appareilId: `appareil-${organisateurId(block, n * 3)}`,
    }),
  ),
  recompense: of(
    ({ size }) => size.evenements,
    (block, n) => ({
      evenementId: evenementId(block, n),
      utilisateurId: membreId(block, n, 0),
      titre: 'Merci',
      message: 'Pour vos photos',
      dateCreation: dayFrom(block, -1),
    }),
  ),
}

function of<T extends Table>(count: TableRows<T>['count'], row: RowOf<T>): TableRows<T> {
  return { count, row }
}

function people({ size }: Block): number {
  return size.organisateurs + size.participants
}

function roleOf(block: Block, n: number): Role {
  if (organisateurId(block, n) === measured.administrateur) return 'ADMINISTRATEUR'
  return n < block.size.organisateurs ? 'ORGANISATEUR' : 'PARTICIPANT'
}

function isGuest({ size }: Block, n: number): boolean {
  return n >= size.organisateurs && n % 10 === 9
}

function tenthOfPeople(block: Block): number {
  return Math.floor(people(block) / 10)
}
