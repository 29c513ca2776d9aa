import {
  CalendarDays,
  Compass,
  Crown,
  Gift,
  ImagePlus,
  LayoutDashboard,
  type LucideIcon,
  Send,
  User,
  Users,
} from 'lucide-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Role } from '#domain/utilisateur/utilisateur.ts'

export interface Entry {
  readonly label: string
  readonly to: NonNullable<LinkProps['to']>
  /** The event of a page that has one. */
  readonly evenementId?: number
  readonly icon: LucideIcon
  /** Other paths for which it is the current entry. */
  readonly also?: RegExp
  /** Current only at exactly this path. */
  readonly exact?: boolean
  /** Not in the bottom bar of a phone, which fits four entries, but in the menu and on the rail. */
  readonly isLesser?: boolean
  /** Links to the page of another entry, which alone is marked as current there. */
  readonly isBorrowed?: boolean
  readonly count?: number
  /** Meaning of the count, for screen readers. */
  readonly countLabel?: string
}

/** The event whose desk to open, and the number of media waiting. */
export interface AValider {
  readonly count: number
  readonly label: string
  /** Undefined while the organiser has no event. */
  readonly deskId: number | undefined
}

interface Counts {
  envois: { count: number; label: string }
  aValider: AValider
}

const inscriptions = /^\/organisateur\/evenements\/\d+\/participants$/

type Person = { readonly role: Role; readonly invite: boolean }

/** Entries by role (specification, section 2; experience, "Shape"). */
export function entriesOf({ role, invite }: Person, { envois, aValider }: Counts): readonly Entry[] {
  const profil: Entry = { label: 'Profil', to: '/profil', icon: User }
  const recompenses: Entry = { label: 'Récompenses', to: '/organizer/recompenses', icon: Gift }
  const discover: Entry = { label: 'Découvrir', to: '/participant/decouvrir', icon: Compass, isLesser: true }
  if (role === 'PARTICIPANT')
    return [
      { label: 'Dashboard', to: '/participant', icon: LayoutDashboard, exact: true },
      { label: 'Événements', to: '/participant/evenements', icon: CalendarDays },
      ...(invite ? [] : [discover]),
      { label: 'Envois', to: '/participant/envois', icon: Send, count: envois.count, countLabel: envois.label },
      profil,
    ]
  const evenements = '/organizer/evenements'
  if (role === 'ORGANISATEUR')
    return [
      { label: 'Dashboard', to: '/organizer', icon: LayoutDashboard, exact: true },
      {
        label: 'Événements',
        to: evenements,
        icon: CalendarDays,
        also: inscriptions,
      },
      {
        label: 'À valider',
        ...(aValider.deskId === undefined
          ? { to: evenements, isBorrowed: true }
          : { to: '/organisateur/evenements/$evenementId/medias', evenementId: aValider.deskId }),
        icon: ImagePlus,
        exact: true,
        count: aValider.count,
        countLabel: aValider.label,
      },
      { ...recompenses, isLesser: true },
      { label: 'Abonnement', to: '/dashboard-organisateur/abonnement', icon: Crown, isLesser: true },
      profil,
    ]
  return [{ label: 'Utilisateurs', to: '/admin-settings', icon: Users }, recompenses, profil]
}

/** Where an entry leads, for the router's links. */
export function targetOf({ to, evenementId }: Pick<Entry, 'to' | 'evenementId'>) {
  return { to, ...(evenementId !== undefined && { params: { evenementId } }) }
}
