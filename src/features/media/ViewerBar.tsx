import { Ellipsis, FileImage, Flag, Share2, Trash2, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type TypeMedia, typeMediaLabels } from '#domain/media/media.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { Menu, MenuButton } from '#src/ui/menu/Menu.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import { SettledStatus } from '#src/ui/text/SettledStatus.tsx'
import css from './ViewerBar.module.css'

interface Props {
  type: TypeMedia
  /** From 1. */
  place: number
  count: number
  isZoomed: boolean
  /** Rendered beside the position: the statut of a media that is not validated. */
  children: ReactNode
  onClose: () => void
  onWhole: () => void
  onDownload: (() => void) | undefined
  /** Undefined where the footer has the share button. */
  onShare: (() => void) | undefined
  onDelete: (() => void) | undefined
  /** Whether the Delete key triggers `onDelete` too. */
  isDeleteAKey: boolean
  onRetrait: (() => void) | undefined
}

/** The bar that stays visible above an enlarged photo: close button, position in the album, menu. */
export function ViewerBar({ type, place, count, isZoomed, children, onClose, onWhole, ...actions }: Props) {
  const { onDownload, onShare, onDelete, isDeleteAKey, onRetrait } = actions
  const menuId = useId()
  return (
    <header className={classNames(css.bar, 'on-photo')} data-over="bar">
      <IconButton name="Fermer" onClick={onClose}>
        <X />
      </IconButton>
      <div className={css.centre}>
        {isZoomed ? (
          <Button onClick={onWhole}>Taille d'écran</Button>
        ) : (
          <p className={classNames(css.place, 'figure')}>{placeWords(place, count)}</p>
        )}
        {children}
      </div>
      <SettledStatus>{`${typeMediaLabels[type]} ${placeWords(place, count)}`}</SettledStatus>
      <IconButton name="Autres actions" popoverTarget={menuId}>
        <Ellipsis />
      </IconButton>
      <Menu id={menuId} label="Autres actions" anchored>
        {onDownload && (
          <MenuButton onClick={onDownload}>
            <FileImage />
            Télécharger l'original
          </MenuButton>
        )}
        {onShare && (
          <MenuButton onClick={onShare}>
            <Share2 />
            Partager
          </MenuButton>
        )}
        {onRetrait && (
          <MenuButton onClick={onRetrait}>
            <Flag />
            Je suis dessus, la retirer
          </MenuButton>
        )}
        {onDelete && (
          <MenuButton onClick={onDelete} aria-keyshortcuts={isDeleteAKey ? 'Delete' : undefined}>
            <Trash2 />
            Supprimer ce média
          </MenuButton>
        )}
      </Menu>
    </header>
  )
}

function placeWords(place: number, count: number): string {
  return `${formatNumber(place)} sur ${formatNumber(count)}`
}
