import { cp, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_NAMES, PUBLISHER } from '../../../src/contract/derived/package-names.ts';
import { run } from '../run.ts';
import type { Packaging } from '../sdk.ts';
import { maven } from './maven.ts';

const { artifactId } = PACKAGE_NAMES.maven;
const DEPLOY = 'org.apache.maven.plugins:maven-deploy-plugin:3.1.4:deploy-file';
const COPY_DEPENDENCIES = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

export const packaging: Packaging = {
  /** What Maven Central requires of a pom, and the time for the files in archives. */
  async describe(directory, { version, license, commit, epochSeconds }) {
    const file = join(directory, 'pom.xml');
    const pom = await readFile(file, 'utf8');
    const described = `<version>${version}</version>
  <name>\${project.artifactId}</name>
  <description>A client of the Payments Account API.</description>
  <url>${PUBLISHER.url}</url>
  <licenses>
    <license>
      <name>${license.spdx}</name>
      <distribution>manual</distribution>
    </license>
  </licenses>
  <developers>
    <developer>
      <name>${PUBLISHER.name}</name>
      <url>${PUBLISHER.url}</url>
    </developer>
  </developers>
  <scm>
    <url>${PUBLISHER.repository}</url>
    <connection>scm:git:${PUBLISHER.repository}.git</connection>
    <tag>${commit ?? 'HEAD'}</tag>
  </scm>
  <properties>
    <project.build.outputTimestamp>${new Date(epochSeconds * 1000).toISOString()}</project.build.outputTimestamp>`;
    await writeFile(file, pom.replace(/<version>0\.0\.0<\/version>\s*<properties>/, described));
  },

  async pack(directory, release, packages) {
    await maven(['--activate-profiles', 'packages', '-Dmaven.test.skip', 'package'], directory);
    const names = filesOf(release.version);
    for (const jar of [names.jar, names.sources, names.javadoc]) {
      await cp(join(directory, 'target', jar), join(packages, jar));
    }
    await cp(join(directory, 'pom.xml'), join(packages, names.pom));
  },

  async tryPackage(project, packages, { version }, sandbox) {
    const repository = join(project, 'repository');
    const names = filesOf(version);
    // As they are published, to a repository that is a folder.
    const published = [
      `-DpomFile=${join(packages, names.pom)}`,
      `-Dfile=${join(packages, names.jar)}`,
      `-Dsources=${join(packages, names.sources)}`,
      `-Djavadoc=${join(packages, names.javadoc)}`,
    ];
    await maven([DEPLOY, ...published, `-Durl=${pathToFileURL(repository).href}`], packages);
    // A local repository of its own, because the usual one may have this version with other content; that one serves the
    // rest.
    const local = [
      `-Dmaven.repo.local=${join(project, 'local')}`,
      `-Dtrial.others=${join(homedir(), '.m2', 'repository')}`,
    ];
    const ours = [`-Dtrial.version=${version}`, `-Dtrial.packages=${repository}`];
    await maven([COPY_DEPENDENCIES, '-DoutputDirectory=lib', ...ours, ...local], project);
    await run('java', ['-cp', 'lib/*', 'Trial.java'], { cwd: project, env: { ...sandbox } });
  },
};

function filesOf(version: string): Record<'jar' | 'sources' | 'javadoc' | 'pom', string> {
  const name = `${artifactId}-${version}`;
  return {
    jar: `${name}.jar`,
    sources: `${name}-sources.jar`,
    javadoc: `${name}-javadoc.jar`,
    pom: `${name}.pom`,
  };
}
