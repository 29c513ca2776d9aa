import type { Inscription } from '#domain/inscription/inscription.ts'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import type { Sort } from './inscriptionSorts.ts'
import { InscriptionRow, type InscriptionRowProps } from './InscriptionRow.tsx'
import css from './InscriptionsTable.module.css'

interface Props extends Omit<InscriptionRowProps, 'inscription'> {
  titre: string | undefined
  /** In display order. */
  inscriptions: readonly Inscription[]
  tri: Sort
  onSort: (tri: Sort) => void
}

/** A table: rows on wide screens, cards on narrow ones. */
export function InscriptionsTable({ titre = 'cet événement', inscriptions, tri, onSort, ...rows }: Props) {
  const sortBy = (key: 'nom' | 'date' | 'statut'): NonNullable<Column['sort']> => ({
    direction: tri === key ? 'ascending' : tri === `-${key}` ? 'descending' : 'none',
    onSort: () => onSort(tri === key ? `-${key}` : key),
  })
  const columns = [
    { name: 'Participant', sort: sortBy('nom') },
    'E-mail',
    { name: 'Statut', sort: sortBy('statut') },
    'Participation',
    { name: 'Inscription', sort: sortBy('date') },
    'Actions',
  ]
  return (
    <div className={classNames('card', css.people)}>
      <Table caption={`Inscriptions à ${titre}`} columns={columns}>
        {inscriptions.map((inscription) => (
          <InscriptionRow key={inscription.id} inscription={inscription} {...rows} />
        ))}
      </Table>
    </div>
  )
}
