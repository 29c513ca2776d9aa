import { Link, useLocation } from '@tanstack/react-router'
import { ImageUp } from 'lucide-react'
import { useEffect } from 'react'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { ofName } from '#domain/texte/ofName.ts'
import { count } from '#src/ui/text/quantities.ts'
import { forgetNames, singleName } from './leftNames.ts'

/** Shown on every signed-out page, if photos wait on this device: a login sends them. @param left how many */
export default function LeftPhotos({ left: waiting }: { left: number }) {
  const { pathname, href } = useLocation()
  useEffect(() => {
    if (waiting === 0) forgetNames()
  }, [waiting])
  if (waiting === 0) return null
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
