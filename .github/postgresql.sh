#!/bin/sh
# postgresql.sh VERSION: this PostgreSQL for the tests, from the archive of its makers.
set -eu
version=$1

export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install -y --no-install-recommends postgresql-common ca-certificates
/usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y
# No cluster of its own: the tests make theirs.
mkdir -p /etc/postgresql-common
echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
apt-get -qq install -y --no-install-recommends "postgresql-$version"
