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
import type { Role } from '#domain/utilisateur/utilisateur.ts'

/** One line of the navigation. */
export interface Entry {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
  /** Other addresses that belong to it. */
  readonly also?: RegExp
  /** Current only at this very address. */
  readonly exact?: boolean
  /** Not in the bar of a phone, which has room for four; in its menu and on the rail. */
  readonly isLesser?: boolean
  /** Leads for now to the place of another entry, which alone is the current one there. */
  readonly isBorrowed?: boolean
  readonly count?: number
  /** What the count means, for screen readers. */
  readonly countLabel?: string
}

/** Where the organiser's media wait, and how many. */
export interface AValider {
  readonly count: number
  readonly label: string
  readonly to: string
}

interface Counts {
  envois: { count: number; label: string }
  aValider: AValider
}

const inscriptions = /^\/organisateur\/evenements\/\d+\/participants$/

/** Entries by role (specification, section 2; experience, "Shape"). */
export function entriesOf(role: Role, { envois, aValider }: Counts): readonly Entry[] {
  const profil: Entry = { label: 'Profil', to: '/profil', icon: User }
  const recompenses: Entry = { label: 'Récompenses', to: '/organizer/recompenses', icon: Gift }
  if (role === 'PARTICIPANT')
    return [
      { label: 'Dashboard', to: '/participant', icon: LayoutDashboard, exact: true },
      { label: 'Événements', to: '/participant/evenements', icon: CalendarDays },
      { label: 'Découvrir', to: '/participant/decouvrir', icon: Compass, isLesser: true },
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
        to: aValider.to,
        icon: ImagePlus,
        exact: true,
        isBorrowed: aValider.to === evenements,
        count: aValider.count,
        countLabel: aValider.label,
      },
      { ...recompenses, isLesser: true },
      { label: 'Abonnement', to: '/dashboard-organisateur/abonnement', icon: Crown, isLesser: true },
      profil,
    ]
  return [{ label: 'Utilisateurs', to: '/admin-settings', icon: Users }, recompenses, profil]
}
