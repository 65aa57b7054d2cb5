import type { Foundation } from '../../composition/index.ts';
import type * as frame from '../frame/index.ts';

// The commands that work on the whole of a deployment.

export type Run = frame.Run<Foundation>;
export type Register = frame.Register<Foundation>;
export type RegisterEither = frame.RegisterEither<Foundation>;
