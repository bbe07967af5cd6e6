"""The network: a small U-Net over a picture and masks of it, with a detector's maps in the middle."""

import torch
from torch import nn
from torch.nn import functional as F

SIDE = 256
"""Of the picture and the masks."""
CELLS = 32
"""Of the detector's maps."""
PLANES = 6
"""Red, green, blue, two looks of the cut-out network, saliency."""
MAPS = 80 + 256 + 192 + 128
"""The detector's heat maps and the maps of its three heads."""
PACKED = PLANES * (SIDE // CELLS) ** 2 + MAPS
"""Channels of the one input of the exported network: the planes folded into cells, then the maps."""


def conv(inputs, outputs, stride=1, dilation=1):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    )


class Residual(nn.Module):
    def __init__(self, channels, dilation):
        super().__init__()
        self.body = nn.Sequential(conv(channels, channels, 1, dilation), nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x):
        return F.relu(x + self.body(x))


class EvidenceNet(nn.Module):
    def __init__(self, dropout=0.3):
        super().__init__()
        self.fine = conv(4 * PLANES, 16)
        self.middle = nn.Sequential(conv(16, 32, 2), conv(32, 32))
        self.coarse = conv(32, 48, 2)
        self.maps = nn.Sequential(nn.Dropout2d(dropout), nn.Conv2d(MAPS, 48, 1, bias=False), nn.BatchNorm2d(48), nn.ReLU(), nn.Dropout2d(dropout / 2))
        self.join = conv(48 + 48, 64)
        self.body = nn.Sequential(Residual(64, 2), Residual(64, 4))
        self.to_middle = nn.Conv2d(64, 32, 1)
        self.up_middle = conv(64, 32)
        self.to_fine = nn.Conv2d(32, 16, 1)
        self.up_fine = conv(32, 16)
        self.out = nn.Conv2d(16, 1, 1)

    def forward(self, planes, maps):
        fine = self.fine(F.pixel_unshuffle(planes, 2))
        middle = self.middle(fine)
        x = self.body(self.join(torch.cat([self.coarse(middle), self.maps(maps)], 1)))
        x = self.up_middle(torch.cat([enlarged(self.to_middle(x)), middle], 1))
        x = self.up_fine(torch.cat([enlarged(self.to_fine(x)), fine], 1))
        return self.out(x)


def enlarged(x):
    return F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
