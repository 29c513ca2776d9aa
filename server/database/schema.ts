import type { AlbumLienTable, AlbumRecuTable } from './tables/albums.ts'
import type {
  AnnonceEvenementTable,
  EvenementTable,
  InscriptionTable,
  InvitationTable,
  LienEvenementTable,
  RecompenseTable,
} from './tables/evenements.ts'
import type {
  DemandeRetraitTable,
  FichierASupprimerTable,
  MediaTable,
  UploadGrantTable,
  UploadTable,
} from './tables/medias.ts'
import type {
  AbonnementPushTable,
  AuditTable,
  AuditTeteTable,
  CourrielTable,
  EtatServiceTable,
  NotificationTable,
  SecretTable,
} from './tables/messages.ts'
import type {
  AbonnementDemonstrationTable,
  AbonnementTable,
  AvisPaiementTable,
  CleInviteTable,
  ConsentementTable,
  DemandeReinitialisationTable,
  DemandeSuppressionTable,
  JetonTable,
  CleAccesTable,
  CodeSecoursTable,
  DefiTable,
  RefreshTokenTable,
  SecondFacteurTable,
  SessionTable,
  TentativeTable,
  UtilisateurTable,
  AppareilTable,
} from './tables/people.ts'

/** All tables. Instants are ISO 8601 UTC texts, booleans 0 or 1, so that both databases use the same migrations. */
export interface Schema {
  utilisateur: UtilisateurTable
  cleInvite: CleInviteTable
  session: SessionTable
  refreshToken: RefreshTokenTable
  appareil: AppareilTable
  jeton: JetonTable
  secondFacteur: SecondFacteurTable
  codeSecours: CodeSecoursTable
  cleAcces: CleAccesTable
  defi: DefiTable
  tentative: TentativeTable
  demandeReinitialisation: DemandeReinitialisationTable
  consentement: ConsentementTable
  abonnement: AbonnementTable
  avisPaiement: AvisPaiementTable
  abonnementDemonstration: AbonnementDemonstrationTable
  demandeSuppression: DemandeSuppressionTable
  evenement: EvenementTable
  annonceEvenement: AnnonceEvenementTable
  inscription: InscriptionTable
  invitation: InvitationTable
  lienEvenement: LienEvenementTable
  recompense: RecompenseTable
  uploadGrant: UploadGrantTable
  upload: UploadTable
  media: MediaTable
  albumLien: AlbumLienTable
  albumRecu: AlbumRecuTable
  fichierASupprimer: FichierASupprimerTable
  demandeRetrait: DemandeRetraitTable
  notification: NotificationTable
  courriel: CourrielTable
  abonnementPush: AbonnementPushTable
  audit: AuditTable
  auditTete: AuditTeteTable
  etatService: EtatServiceTable
  secret: SecretTable
}
