"""Writes trained members as one ONNX file that gives their mean.

    python export.py ware|food OUT.onnx MEMBER.pt ...
"""

import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional as F

from evidence_net import CELLS, PACKED, PLANES, SIDE, EvidenceNet

FOLD = SIDE // CELLS


class Mean(nn.Module):
    def __init__(self, paths):
        super().__init__()
        self.members = nn.ModuleList()
        for path in paths:
            member = EvidenceNet()
            member.load_state_dict(torch.load(path))
            self.members.append(member.eval())

    def forward(self, packed):
        planes = F.pixel_shuffle(packed[:, : PLANES * FOLD**2], FOLD)
        maps = packed[:, PLANES * FOLD**2 :]
        guesses = [torch.sigmoid(member(planes, maps)) for member in self.members]
        return sum(guesses) / len(guesses)


def main(subject, out, *paths):
    torch.onnx.export(
        Mean(paths).eval(),
        (torch.zeros(1, PACKED, CELLS, CELLS),),
        out,
        input_names=["evidence"],
        output_names=[subject],
        opset_version=17,
    )
    model = onnx.load(out)
    halve(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, out)
    print(out, len(model.SerializeToString()), "bytes")


def halve(graph):
    """Stores weights with 16 bits. The runtime turns them into 32 bits when it loads the file, and calculates with those."""
    casts, kept = [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < 16:
            kept.append(tensor)
            continue
        stored = f"{tensor.name}_16"
        kept.append(numpy_helper.from_array(values.astype(np.float16), stored))
        casts.append(helper.make_node("Cast", [stored], [tensor.name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)


if __name__ == "__main__":
    main(*sys.argv[1:])
