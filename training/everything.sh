#!/bin/sh
# All of it, from the data to a model folder, on a machine with a GPU:
#     training/everything.sh DATA CITATION_SET MINILM ARCTIC WORK [--smoke]
# --smoke takes a fortieth of the data and two small steps a run, so that it can be seen to run without a GPU.
set -eu
data=$1 citation_set=$2 minilm=$3 arctic=$4 work=$5 smoke=${6:-}
python -m training.prepare --data "$data" --citation-set "$citation_set" --tokenizer "$minilm/tokenizer.json" --out "$work/pack" $smoke
python -m training.start --minilm "$minilm" --arctic "$arctic" --out "$work/start"
python -m training.train --pack "$work/pack" --start "$work/start" --keep "$work/keep" --out "$work/out" --runs training/runs.json $smoke \
    mix-1 mix-2 mix-3 soup-seeds static-long joint
python -m training.export --asker "$work/keep/joint-asker.npz" --static "$work/keep/joint.npz" --words "$work/start/minilm.npz" \
    --tokenizer "$minilm/tokenizer.json" --licence LICENSE --name countercase-legal-1 --out "$work/encoder"
