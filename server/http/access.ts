import type { Access } from '#domain/contract/endpoint.ts'
import type { ConsentementContexts } from '../consentement/consentement.access.ts'
import type { DemandeRetraitContexts } from '../demandeRetrait/demandeRetrait.access.ts'
import type { EvenementContexts } from '../evenement/evenement.access.ts'
import type { InscriptionContexts } from '../inscription/inscription.access.ts'
import type { InvitationContexts } from '../invitation/invitation.access.ts'
import type { LienContexts } from '../lien/lien.access.ts'
import type { SessionContexts } from '../session/session.access.ts'
import type { MediaContexts } from '../media/media.access.ts'
import type { UploadContexts } from '../upload/upload.access.ts'
import type { AccessRules as RulesOf } from './accessRule.ts'
import type { ActeurConnecte } from './acteur.ts'

export interface AccessContexts
  extends
    SessionContexts,
    EvenementContexts,
    InscriptionContexts,
    InvitationContexts,
    LienContexts,
    ConsentementContexts,
    MediaContexts,
    UploadContexts,
    DemandeRetraitContexts {}

export type ContextOf<A extends Access> = A extends keyof AccessContexts
  ? AccessContexts[A]
  : { acteur: ActeurConnecte | null; resource: unknown }

export type AccessRules = Partial<RulesOf<AccessContexts>>
