import { type RefObject, useState } from 'react'
import { ofName } from '#domain/texte/ofName.ts'
import { roleLabels, type Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { Table } from '#src/ui/table/Table.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { UtilisateurRow } from './UtilisateurRow.tsx'
import { useDeleteUtilisateur } from './administration.queries.ts'
import { verrouOf } from './utilisateurVerrou.ts'
import css from './Utilisateurs.module.css'

interface Props {
  acteurId: number
  /** The only active administrator; null when there are several. */
  seulAdministrateurId: number | null
  shown: readonly Utilisateur[]
  rows: RefObject<HTMLTableSectionElement | null>
  isBusy: boolean
}

const columns = ['Personne', 'E-mail', 'Rôle', 'Compte', 'Créé le', 'Actions']

/** A table: rows on wide screens, cards on narrow ones. */
export function UtilisateursTable({ acteurId, seulAdministrateurId, shown, rows, isBusy }: Props) {
  const remove = useDeleteUtilisateur()
  const [removing, setRemoving] = useState<Utilisateur>()
  // The question about another account may be on screen by now.
  const close = (answered: Utilisateur) => setRemoving((now) => (now === answered ? undefined : now))
  return (
    <div className={classNames('card', css.users)} aria-busy={isBusy}>
      <Table caption="Comptes" columns={columns} className={css.table} rows={rows}>
        {shown.map((utilisateur) => (
          <UtilisateurRow
            key={utilisateur.id}
            utilisateur={utilisateur}
            isSelf={utilisateur.id === acteurId}
            verrou={verrouOf(utilisateur, { acteurId, seulAdministrateurId })}
            onDelete={setRemoving}
          />
        ))}
      </Table>
      {removing && (
        <ConfirmDialog
          title={`Supprimer le compte ${ofName(nomComplet(removing))}`}
          question={erasedWith(removing)}
          confirm="Supprimer le compte"
          busy={remove.isPending}
          onCancel={() => setRemoving(undefined)}
          onConfirm={() => remove.mutate(removing, { onSettled: () => close(removing) })}
        />
      )}
    </div>
  )
}

/** What is deleted with the account. */
function erasedWith({ email, role, invite }: Utilisateur): string {
  const what =
    role === 'ORGANISATEUR'
      ? 'Ses événements terminés gardent leurs albums ; ses événements supprimés et leurs photos, ses liens, ses messages et son profil sont effacés.'
      : 'Ses photos et ses vidéos, ses inscriptions, ses invitations et ses récompenses sont effacées.'
  return `${roleLabels[role].label}, ${invite ? 'avec un prénom' : email}. ${what} Cette action est irréversible.`
}
