import { Link, useLocation } from '@tanstack/react-router'
import { ImageUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pendingCount } from '#upload-queue/queueView.ts'
import { uploadQueue, useUploadQueue } from '#src/pwa/uploadQueue.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ofName } from '#domain/texte/ofName.ts'
import { count } from '#src/ui/text/quantities.ts'
import { LeftGuestSheet } from './LeftGuestSheet.tsx'
import { forgetNames, leftGuest, nameOf, singleName } from './leftNames.ts'

/** Shown on every signed-out page, if photos wait on this device: a login sends them. @param left how many */
export default function LeftPhotos({ left: waiting }: { left: number }) {
  const { items } = useUploadQueue()
  const guest = leftGuest()
  useGuestQueue(guest?.id)
  useEffect(() => {
    if (waiting === 0) forgetNames()
  }, [waiting])
  if (waiting === 0) return null
  const ofGuest = guest === null ? 0 : pendingCount(items)
  if (guest && ofGuest > 0) return <OfGuest {...guest} waiting={ofGuest} />
  return <OfAccount waiting={waiting} />
}

/**
 * Opens the queue of a guest who is signed out, so that they can save or delete their photos: no login could show them.
 */
function useGuestQueue(id: number | undefined): void {
  useEffect(() => {
    if (id !== undefined) uploadQueue.openLeft(id).catch(() => undefined)
  }, [id])
}

function OfGuest({ id, isEnded, waiting }: { id: number; isEnded: boolean; waiting: number }) {
  const [isOpen, setOpen] = useState(false)
  const name = nameOf(id)
  const photos = `${count(waiting, 'photo', 'photos')}${name === null ? ' sur ce téléphone' : ` ${ofName(name)}`}`
  const verb = waiting === 1 ? 'attend' : 'attendent'
  return (
    <>
      <Banner
        bar
        tone="amber"
        announce="status"
        icon={<ImageUp className="icon--small" />}
        action={
          <Button look="quiet" onClick={() => setOpen(true)}>
            Voir
          </Button>
        }
      >
        {isEnded
          ? `L'organisateur a mis fin à votre participation : ${photos} ${waiting === 1 ? 'ne partira pas' : 'ne partiront pas'}.`
          : `${photos} ${verb} : entrez de nouveau par le lien de l'événement.`}
      </Banner>
      {isOpen && <LeftGuestSheet guestId={id} isEnded={isEnded} onClose={() => setOpen(false)} />}
    </>
  )
}

function OfAccount({ waiting }: { waiting: number }) {
  const { pathname, href } = useLocation()
  const name = singleName()
  const whose = name === null ? ' sur ce téléphone' : ` ${ofName(name)}`
  return (
    <Banner
      bar
      tone="amber"
      announce="status"
      icon={<ImageUp className="icon--small" />}
      action={
        pathname !== '/login' && (
          <Link to="/login" search={{ redirect: pathname === '/' ? '/participant/envois' : href }}>
            Se connecter
          </Link>
        )
      }
    >
      {`${count(waiting, 'photo', 'photos')}${whose} ${waiting === 1 ? 'attend' : 'attendent'} : reconnectez-vous.`}
    </Banner>
  )
}
