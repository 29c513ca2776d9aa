import { Trash2 } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { ofName } from '#domain/texte/ofName.ts'
import { type Role, roleLabels, type Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { StatusSelect } from '#src/ui/statusSelect/StatusSelect.tsx'
import { Switch } from '#src/ui/field/Switch.tsx'
import { formatPlainDay } from '#src/ui/text/dates.ts'
import { EmailAddress } from '#src/ui/text/EmailAddress.tsx'
import { french } from '#src/ui/text/french.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { useChangeUtilisateur } from './administration.queries.ts'
import { roleVerrouOf } from './utilisateurVerrou.ts'
import css from './Utilisateurs.module.css'

interface Props {
  utilisateur: Utilisateur
  isSelf: boolean
  /** Why changes are not allowed here; null when they are. */
  verrou: string | null
  onDelete: (utilisateur: Utilisateur) => void
}

/** One account. Memoized, because lists have hundreds of rows. */
export const UtilisateurRow = memo(function UtilisateurRow({ utilisateur, isSelf, verrou, onDelete }: Props) {
  const { mutateAsync, isPending, variables } = useChangeUtilisateur(utilisateur.id)
  const once = useOnce()
  const [promoting, setPromoting] = useState(false)
  const reasonId = useId()
  const { prenom, nom, email, role, statutActif, dateCreation, invite } = utilisateur
  const name = nomComplet({ prenom, nom })
  // Not disabled while a change is saved: a disabled control loses the focus.
  const heldBy = (reason: string | null) => ({
    disabled: reason !== null,
    ...(reason !== null && { title: typographie(reason), 'aria-describedby': reasonId }),
  })
  const roleVerrou = verrou ?? roleVerrouOf(utilisateur)
  const save = (change: Parameters<typeof mutateAsync>[0]) => once(() => mutateAsync(change))
  const changeRole = (next: Role) => {
    if (next === 'ADMINISTRATEUR') setPromoting(true)
    else save({ role: next })
  }
  return (
    <tr aria-busy={isPending}>
      <td>
        <span className={css.person}>
          <Avatar person={utilisateur} />
          <span>
            {name}
            {isSelf && <span className={css.self}> (vous)</span>}
          </span>
        </span>
      </td>
      <td className={css.mail}>
        {invite ? 'Avec un prénom' : <EmailAddress>{email}</EmailAddress>}
        {roleVerrou !== null && (
          <span id={reasonId} className={css.reason}>
            {french(roleVerrou)}
          </span>
        )}
      </td>
      <td className={css.role}>
        <StatusSelect
          label={`Rôle ${ofName(name)}`}
          value={isPending && variables && 'role' in variables ? variables.role : role}
          labels={roleLabels}
          onChange={changeRole}
          {...heldBy(roleVerrou)}
        />
      </td>
      <td className={css.state}>
        <Switch
          label={`Compte actif ${ofName(name)}`}
          word={isPending ? phrases.traitement : statutActif ? 'Actif' : 'Désactivé'}
          checked={statutActif}
          onChange={(next) => save({ statutActif: next })}
          {...heldBy(verrou)}
        />
      </td>
      <td className={css.date}>
        <span className={css.dateWord}>Créé le </span>
        <time dateTime={dateCreation}>{formatPlainDay(dateCreation)}</time>
      </td>
      <td className={css.actions}>
        {verrou === null && (
          <IconButton
            {...rowAction('supprimer')}
            name={`Supprimer le compte ${ofName(name)}`}
            disabled={isPending}
            onClick={() => onDelete(utilisateur)}
          >
            <Trash2 />
          </IconButton>
        )}
        {promoting && (
          <ConfirmDialog
            title={`Nommer ${name} administrateur`}
            question="Cette personne pourra lire, changer et supprimer tous les comptes. Elle devra se reconnecter."
            confirm="Nommer administrateur"
            danger={false}
            onCancel={() => setPromoting(false)}
            onConfirm={() => {
              setPromoting(false)
              save({ role: 'ADMINISTRATEUR' })
            }}
          />
        )}
      </td>
    </tr>
  )
})
