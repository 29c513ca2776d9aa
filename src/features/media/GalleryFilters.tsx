import { ListFilter } from 'lucide-react'
import { type ReactNode, type Ref, useId, useMemo, useState } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { Chips } from '#src/ui/chips/Chips.tsx'
import { ChipSelect } from '#src/ui/chips/ChipSelect.tsx'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { count } from '#src/ui/text/quantities.ts'
import { SettledStatus } from '#src/ui/text/SettledStatus.tsx'
import { auteursOf, filtered, joursOf } from './galleryFilter.ts'
import type { FiltreGalerie, GalleryFilter } from './galleryFilterNames.ts'
import type { Space } from './galerie.queries.ts'
import css from './Gallery.module.css'

interface Props {
  ref?: Ref<HTMLDivElement>
  entrees: readonly EntreeGalerie[]
  filter: GalleryFilter
  /** The current time in milliseconds since 1970, to determine today. */
  now: number
  utilisateurId: number
  space: Space
  onFilter: (change: Partial<GalleryFilter>) => void
  /** A control that switches to another view of the same media. */
  children?: ReactNode
}

const labels: Readonly<Record<FiltreGalerie, string>> = {
  TOUS: 'Tous',
  MIENS: 'Les miens',
  EN_ATTENTE: 'En attente',
  VALIDES: 'Validés',
  REJETES: 'Rejetés',
  FAVORIS: 'Favoris',
}
/** Filters available in each space. */
const filtresOf: Readonly<Record<Space, readonly FiltreGalerie[]>> = {
  participant: ['TOUS', 'MIENS', 'FAVORIS'],
  organisateur: ['TOUS', 'EN_ATTENTE', 'VALIDES', 'REJETES', 'FAVORIS'],
}

/** All filters of a gallery: statut, author, day. Author and day are collapsed on narrow screens. */
export function GalleryFilters({ ref, entrees, filter, now, utilisateurId, space, onFilter, children }: Props) {
  const fuseau = useFuseau()
  const { auteurs, jours, options } = useMemo(() => {
    return {
      auteurs: auteursOf(entrees, utilisateurId),
      jours: joursOf(entrees, now, fuseau),
      options: filtresOf[space].map((value) => ({
        value,
        label: labels[value],
        count: filtered(entrees, { filtre: value }, { utilisateurId }).length,
      })),
    }
  }, [entrees, now, space, utilisateurId, fuseau])
  const isNarrowed = filter.auteur !== undefined || filter.jour !== undefined
  // The filters of the first row name their own numbers of results.
  const found = isNarrowed
    ? count(filtered(entrees, filter, { utilisateurId, fuseau }).length, 'média trouvé', 'médias trouvés')
    : ''
  const [isOpen, setOpen] = useState(isNarrowed)
  const selectsId = useId()
  const hasSelects = auteurs.length > 1 || jours.length > 1
  return (
    <div ref={ref} className={css.filters}>
      <div className={css.filterTabs}>
        <Chips
          look="line"
          label="Montrer"
          value={filter.filtre}
          options={options}
          onChange={(filtre: FiltreGalerie) => onFilter({ filtre })}
        />
        <span className="push" />
        {children}
        {hasSelects && (
          <span className={css.filterToggle} data-narrowed={isNarrowed || undefined}>
            <IconButton
              name="Filtrer par auteur ou par jour"
              aria-expanded={isOpen}
              aria-controls={selectsId}
              onClick={() => setOpen(!isOpen)}
            >
              <ListFilter />
            </IconButton>
          </span>
        )}
      </div>
      <SettledStatus>{found}</SettledStatus>
      <div id={selectsId} className={css.filterSelects} data-open={isOpen || undefined}>
        {auteurs.length > 1 && (
          <ChipSelect
            label="Auteur"
            value={filter.auteur === undefined ? '' : String(filter.auteur)}
            options={[{ value: '', label: 'Tous les auteurs' }, ...auteurs]}
            onChange={(value) => onFilter({ auteur: value === '' ? undefined : Number(value) })}
          />
        )}
        {jours.length > 1 && (
          <ChipSelect
            label="Jour"
            value={filter.jour ?? ''}
            options={[{ value: '', label: 'Tous les jours' }, ...jours]}
            onChange={(value) => onFilter({ jour: value === '' ? undefined : value })}
          />
        )}
      </div>
    </div>
  )
}
