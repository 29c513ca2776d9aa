import { Ellipsis, Images, Pause, Play, RotateCw, Save, Trash2, UserCheck, X } from 'lucide-react'
import { useState } from 'react'
import { waitsForEvent } from '#upload-queue/engine/eventWait.ts'
import { isCancellationRefused } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { signOut } from '#src/api/session.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { Menu, MenuButton } from '#src/ui/menu/Menu.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { theseMedia } from '#src/ui/text/mediaWords.ts'
import { isRejected } from './itemWords.ts'
import { runCommand } from './runCommand.ts'
import { SendAgainButton } from './SendAgainButton.tsx'
import css from './Envois.module.css'

interface Props {
  item: QueueItemView
  onPickAgain: ((evenementId: number) => void) | undefined
  /** It belongs to another owner than the person of this page. */
  isLeft?: boolean
}

/** Actions for an item; discarding a photo that exists only here asks for confirmation. */
export function SendActions({ item, onPickAgain, isLeft = false }: Props) {
  const [asked, setAsked] = useState(false)
  const { id, state } = item
  const isRefused = isCancellationRefused(item)
  if (isRefused && !isLeft) return <RemoveFromDevice item={item} />
  if ((state === 'cancelling' && !isRefused) || state === 'cancelled' || state === 'finalizing') return null
  // Every other action is for the owner, who has no session here.
  if (isLeft) return <SaveButton item={item} />
  if (state === 'done')
    return (
      <IconButton
        {...rowAction('masquer')}
        name="Masquer ce reçu, la photo reste"
        onClick={() => runCommand(uploadQueue.forgetReceipts([id]), [item])}
      >
        <X />
      </IconButton>
    )
  if (state === 'lost_source')
    return (
      <div className={classNames(css.sendActions, 'actions')}>
        {onPickAgain && <PickAgainButton {...{ item, onPickAgain }} />}
        {/* No bytes are stored here, so nothing can be lost. */}
        <Button {...rowAction('retirer')} look="quiet" onClick={() => runCommand(uploadQueue.cancel([id]), [item])}>
          Retirer
        </Button>
      </div>
    )
  const needsPerson = ['waiting_auth', 'blocked', 'blocked_storage', 'failed'].includes(state) && !waitsForEvent(item)
  return (
    <>
      {needsPerson ? (
        <div className={classNames(css.sendActions, 'actions')}>
          <MainAction {...{ item, onPickAgain }} />
          {!areBytesGone(item) && <SaveButton item={item} />}
          <IconButton {...rowAction('supprimer')} name="Supprimer" onClick={() => setAsked(true)}>
            <Trash2 />
          </IconButton>
        </div>
      ) : (
        <ItemMenu item={item} onDelete={() => setAsked(true)} />
      )}
      {asked && (
        <ConfirmDialog
          title="Supprimer cet envoi"
          question={`${theseMedia([item])} n'est pas encore reçue. Elle sera effacée de cette application.`}
          confirm="Supprimer"
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            runCommand(uploadQueue.cancel([id]), [item])
          }}
        />
      )}
    </>
  )
}

/** Ends a cancellation on this device: the server does not answer whether it has the photo. */
function RemoveFromDevice({ item }: { item: QueueItemView }) {
  const [asked, setAsked] = useState(false)
  return (
    <div className={classNames(css.sendActions, 'actions')}>
      <Button {...rowAction('retirer-du-telephone')} onClick={() => setAsked(true)}>
        <Trash2 />
        Retirer de ce téléphone
      </Button>
      <SaveButton item={item} />
      {asked && (
        <ConfirmDialog
          title="Retirer de ce téléphone"
          question={`${theseMedia([item])} sera effacée de cette application. Si l'événement l'a déjà reçue, elle y reste.`}
          confirm="Retirer"
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            runCommand(uploadQueue.removeFromDevice([item.id]), [item])
          }}
        />
      )}
    </div>
  )
}

function saveToPhone(item: QueueItemView): Promise<void> {
  return uploadQueue
    .saveToPhone(item.id)
    .catch(() => showToast({ type: 'error', title: `${theseMedia([item])} ne peut pas être lue sur ce téléphone.` }))
}

function SaveButton({ item }: { item: QueueItemView }) {
  return (
    <Button onClick={() => void saveToPhone(item)}>
      <Save />
      Enregistrer
    </Button>
  )
}

interface PickAgainProps {
  item: QueueItemView
  onPickAgain: (evenementId: number) => void
}

function PickAgainButton({ item, onPickAgain }: PickAgainProps) {
  return (
    <Button onClick={() => onPickAgain(item.evenementId)}>
      <Images />
      Choisir à nouveau
    </Button>
  )
}

function areBytesGone({ state, cause }: QueueItemView): boolean {
  return state === 'failed' && cause?.class === 'storage'
}

function MainAction({ item, onPickAgain }: Omit<Props, 'isLeft'>) {
  const { id, state, cause } = item
  if (isRejected(item)) return <SendAgainButton item={item} />
  // A retry would fail again.
  if (areBytesGone(item) && onPickAgain) return <PickAgainButton {...{ item, onPickAgain }} />
  if (state === 'waiting_auth')
    return (
      <Button onClick={() => signOut('expired')}>
        <UserCheck />
        Se reconnecter
      </Button>
    )
  if (cause?.code === 'upload.consentement_requis')
    return <ButtonLink to="/participant/evenements">Donner mon consentement</ButtonLink>
  return (
    <Button {...rowAction('reessayer')} onClick={() => runCommand(uploadQueue.retry([id]), [item])}>
      <RotateCw />
      Réessayer
    </Button>
  )
}

function ItemMenu({ item, onDelete }: { item: QueueItemView; onDelete: () => void }) {
  const { id, state, name } = item
  const menuId = `envoi-${id}`
  return (
    <>
      <IconButton {...rowAction('actions')} name={`Actions pour ${name}`} popoverTarget={menuId}>
        <Ellipsis />
      </IconButton>
      <Menu id={menuId} label={`Actions pour ${name}`} anchored>
        {state === 'paused' ? (
          <MenuButton onClick={() => runCommand(uploadQueue.resume([id]), [item])}>
            <Play />
            Reprendre
          </MenuButton>
        ) : (
          <MenuButton onClick={() => runCommand(uploadQueue.pause([id]), [item])}>
            <Pause />
            Pause
          </MenuButton>
        )}
        <MenuButton onClick={() => runCommand(uploadQueue.retry([id]), [item])}>
          <RotateCw />
          Réessayer maintenant
        </MenuButton>
        <MenuButton onClick={() => void saveToPhone(item)}>
          <Save />
          Enregistrer
        </MenuButton>
        <MenuButton onClick={onDelete}>
          <Trash2 />
          Supprimer
        </MenuButton>
      </Menu>
    </>
  )
}
