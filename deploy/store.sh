#!/bin/sh
# SeaweedFS with its S3 interface, for compose.yaml.
set -eu
cat > /tmp/s3.json <<EOF
{"identities":[{"name":"eclats","credentials":[{"accessKey":"$S3_ACCESS_KEY_ID","secretKey":"$S3_SECRET_ACCESS_KEY"}],
"actions":["Read:eclats","Write:eclats","List:eclats","Tagging:eclats"]}]}
EOF
(
  until echo "s3.bucket.create -name eclats" | weed shell > /dev/null 2>&1; do sleep 1; done
) &
exec weed server -dir=/data -ip.bind=0.0.0.0 -master.volumeSizeLimitMB=1024 -s3 -s3.config=/tmp/s3.json
